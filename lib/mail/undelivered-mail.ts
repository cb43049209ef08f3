import { formatTime } from '../time/taipei-time.ts'
import type { Mail, MailDraft } from './mail.ts'
import type { MailKind } from './mail-kinds.ts'

/**
 * Names of undelivered mails for the owner; undefined for the owner's own and for unconfirmed
 * addresses.
 */
const WORDS: Readonly<Record<MailKind, string | undefined>> = {
  placed: '訂單成立',
  paid: '付款完成',
  shipped: '已出貨',
  refunded: '退款',
  reversed: '付款平台退還款項',
  'charged-back': '銀行扣回款項',
  'won-back': '扣回的款項改由商店收取',
  cancelled: '訂單取消',
  'date-changed': '出貨日變更',
  'out-of-stock': '商品已售完，沒有扣款',
  'payment-reminder': '提醒付款',
  'order-changed': '訂單內容更改',
  'return-requested': '收到退換貨申請',
  'return-accepted': '同意退換貨，請寄回',
  'return-refused': '不同意退換貨',
  'return-received': '收到退回的商品',
  'data-requested': '收到資料請求',
  'data-done': '資料請求處理好了',
  'parcel-waiting': '包裹到店',
  'store-closed': '門市關閉，請改選',
  'invoice-issued': '電子發票',
  'invoice-undone': '發票作廢或折讓',
  'join-received': '共創來信的回覆',
  unverified: undefined,
  breach: '個人資料事故通知',
  'join-confirm': undefined,
  'stock-alert-confirm': undefined,
  'back-in-stock': undefined,
  'owner-paid': undefined,
  'owner-paid-many': undefined,
  'owner-review': undefined,
  'owner-dispute': undefined,
  'owner-dispute-won': undefined,
  'owner-dispute-lost': undefined,
  'owner-refund': undefined,
  'owner-reversal': undefined,
  'owner-chargeback': undefined,
  'owner-won-back': undefined,
  'owner-refund-failed': undefined,
  'owner-return': undefined,
  'owner-data-request': undefined,
  'owner-undelivered': undefined,
  'owner-sweep': undefined,
  'owner-sweep-late': undefined,
  'owner-holds': undefined,
  'owner-parcel': undefined,
  'owner-invoice': undefined,
  'owner-invoice-numbers': undefined,
  'owner-security': undefined,
  'owner-low-stock': undefined,
  'owner-joined': undefined,
}

/** Returns the owner's mail about an undeliverable mail, or undefined if none is needed. */
export function undeliveredMail(mail: Mail): MailDraft | undefined {
  const { id, kind, state, order, number, problem, createdAt } = mail
  const words = WORDS[kind]
  if (state !== 'failed' || words === undefined) return undefined
  const values = {
    order_number: number ?? '',
    undelivered: words,
    problem: problem ?? '',
    created_at: formatTime(new Date(createdAt)),
  }
  const event = `undelivered-${id}`
  const about = { ...(order ? { order } : {}), ...(number ? { number } : {}) }
  return { id: event, event, kind: 'owner-undelivered', values, ...about }
}
