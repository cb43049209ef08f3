import { RECIPIENT_LABELS } from '../delivery/recipient.ts'
import type { PaymentMethod } from './payment/methods.ts'
import { providerTitle } from './payment/payment-status.ts'
import { reviewReasonWords } from './payment/review-reason.ts'
import { INVOICE_EVENT_WORDS } from './invoice/invoice-event-words.ts'
import { PARCEL_EVENT_WORDS } from './parcel/parcel-event-words.ts'
import { formatPrice } from '../price/price.ts'
import { toSingleLine } from '../text/plain-text.ts'
import { formatDay, formatTime } from '../time/taipei-time.ts'
import type { CancelCause, LapseCause, ReviewEnd } from './event-causes.ts'
import type { Actor, EventData, EventOf, EventType, OrderEvent } from './events.ts'
import { GOODS_WORDS } from './goods-words.ts'
import { type Order, UNPAID_HOURS } from './order.ts'
import { closeCauseWords, issueWords } from './reason-words.ts'

/** Text of an event, with its reason if that adds something. */
type Words = { readonly what: string; readonly why?: string }
type WordsFor<Type extends EventType> = (data: EventData[Type], provider: string) => Words

const ACTORS: Readonly<Record<Actor, (provider: string) => string>> = {
  member: () => '會員',
  provider: (provider) => provider,
  sweep: () => '定期檢查',
  owner: () => '店主',
}

const CANCELLED: Readonly<Record<CancelCause, string>> = {
  'by-member': '會員自行取消',
  'by-owner': '店主取消',
  replaced: '會員重新下單',
  'unpaid-too-long': `超過 ${UNPAID_HOURS} 小時未付款`,
}

const LAPSED: Readonly<Record<LapseCause, string>> = {
  'time-over': '保留時間已過',
  'needed-by-another': '保留時間已過，由其他買家買走',
  'released-by-owner': '店主釋出',
}

const ENDED: Readonly<Record<ReviewEnd, string>> = {
  paid: '已收款',
  refunded: '已全額退款',
  expired: '從未收款',
}

const BUTTONS: Readonly<Record<PaymentMethod, string>> = {
  paypal: '用 PayPal 按鈕',
  card: '用信用卡按鈕',
  'line-pay': '用 LINE Pay 按鈕',
}

const refusedText = (what: string) => (data: { readonly issue: string }, provider: string) => ({
  what: `${provider} ${what}`,
  why: issueWords(data.issue, provider),
})
const WORDS: { readonly [Type in EventType]: WordsFor<Type> } = {
  'order.placed': () => ({ what: '下單' }),
  'order.paid': () => ({ what: '標記為已付款' }),
  'order.cancelled': ({ cause }) => ({ what: '取消訂單', why: CANCELLED[cause] }),
  'order.completed': () => ({ what: '標記為已完成' }),
  'hold.lapsed': ({ cause }) => ({ what: '商品不再保留', why: LAPSED[cause] }),
  'hold.retaken': () => ({ what: '重新保留商品' }),
  'recipient.edited': ({ before }) => ({ what: '修改收件資料', why: recipientBefore(before) }),
  'note.added': () => ({ what: '店主備註' }),
  ...INVOICE_EVENT_WORDS,
  'invoice.recorded': ({ invoiceNumber }) => ({ what: '記下發票號碼', why: invoiceNumber }),
  'ship-date.changed': ({ shipsAbout }) => {
    return { what: '更改預計出貨日', why: shipsAbout === '' ? '' : formatDay(shipsAbout) }
  },
  'goods.arrived': ({ product }) => ({ what: '貨到了，可以出貨', why: product }),
  'facts.published': ({ until }) => {
    return { what: '公布規格', why: `可以取消到 ${formatDay(until)}` }
  },
  'facts-day.changed': ({ by }) => ({ what: '更改規格公布日', why: formatDay(by) }),
  'cancellation.requested': () => ({ what: '申請取消整筆訂單' }),
  'cancellation.withdrawn': () => ({ what: '撤回取消申請' }),
  'person.erased': ({ extent }) => {
    return { what: '刪除個人資料', why: extent === 'kept' ? '依法保存訂單本身' : '' }
  },
  ...GOODS_WORDS,
  ...PARCEL_EVENT_WORDS,
  'attempt.started': ({ method }) => ({ what: '開始付款', why: BUTTONS[method] }),
  'attempt.opened': (_, provider) => ({ what: `${provider} 付款已建立` }),
  'attempt.approved': (_, provider) => ({ what: `買家在 ${provider} 同意付款` }),
  'attempt.missing': (_, provider) => ({ what: `${provider} 一時查不到這筆付款` }),
  'attempt.found': (_, provider) => ({ what: `${provider} 又查到這筆付款` }),
  'attempt.refused': refusedText('沒有建立付款'),
  'attempt.closed': ({ cause }, provider) => {
    return { what: '這次付款結束', why: closeCauseWords(cause, provider) }
  },
  'capture.claimed': () => ({ what: '正在收款', why: '買家已同意' }),
  'capture.released': () => ({ what: '付款未成功', why: '買家還沒有同意' }),
  'capture.pending': refusedText('審核款項中'),
  'capture.refused': refusedText('拒絕付款'),
  'money.captured': ({ amount }) => ({ what: '已收款', why: formatPrice(amount) }),
  'money.refunded': ({ amount, origin }, provider) => {
    return { what: origin === 'shop' ? '退款' : `在 ${provider} 退款`, why: formatPrice(amount) }
  },
  'money.reversed': ({ amount, kind }, provider) => {
    const by = kind === 'chargeback' ? '銀行' : `${provider} `
    return { what: `${by}扣回款項`, why: formatPrice(amount) }
  },
  'money.won-back': ({ amount }) => ({ what: '扣回的款項又回到商店', why: formatPrice(amount) }),
  'money.handed-back': ({ amount }) => ({ what: `退還款項 ${formatPrice(amount)}` }),
  'money.noted': (_, provider) => ({ what: `${provider} 的款項資料已更新` }),
  'payment.reminded': () => ({ what: '寄信提醒付款' }),
  'refund.requested': ({ amount, capture }) => {
    if (amount === 0) return { what: '要求退款' }
    return { what: `${capture ? '核對中' : ''}要求退款 ${formatPrice(amount)}` }
  },
  'refund.sent': () => ({ what: '送出退款' }),
  'refund.not-seen': (_, provider) => ({ what: `${provider} 還沒有這筆退款` }),
  'refund.pending': (_, provider) => ({ what: `${provider} 正在處理退款` }),
  'refund.done': () => ({ what: '退款完成' }),
  'refund.refused': refusedText('沒有退款'),
  'refunds.unwatched': () => ({ what: '不再查詢退款', why: '已過了可能退款的期間' }),
  'dispute.opened': ({ issue }, provider) => {
    return { what: `買家在 ${provider} 提出爭議`, why: issueWords(issue, provider) }
  },
  'dispute.won': () => ({ what: '爭議結束，商店勝訴，款項保留' }),
  'dispute.lost': () => ({ what: '爭議結束，買家勝訴，款項被扣回' }),
  'review.opened': ({ reason }, provider) => {
    return { what: '付款待人工核對', why: reviewReasonWords(reason, provider) }
  },
  'review.changed': ({ reason }, provider) => {
    return { what: '付款仍待人工核對', why: reviewReasonWords(reason, provider) }
  },
  'review.closed': ({ end }) => ({ what: `核對結果：${ENDED[end]}` }),
  other: ({ stored }) => ({ what: `其他變更（${stored.type}）` }),
}

function recipientBefore(before: EventData['recipient.edited']['before']): string {
  const fields = Object.entries(RECIPIENT_LABELS).flatMap(([name, label]) => {
    const value = Object.entries(before).find(([field]) => field === name)?.[1]
    return value === undefined ? [] : [`${label}：${value}`]
  })
  return fields.length === 0 ? '' : `原為 ${fields.join('; ')}`
}

function wordsOf<Type extends EventType>(event: EventOf<Type>, provider: string): Words {
  return WORDS[event.type](event.data, provider)
}

/** One event of an order in words: when, who, what, and why if that adds something; each on one line. */
export type TimelineEntry = {
  readonly at: string
  readonly time: string
  readonly who: string
  readonly what: string
  readonly why: string
}

/** An event of an order with this payment, in words. What a person wrote about it stands as its reason. */
export function timelineEntry(event: OrderEvent, payment: Order['payment']): TimelineEntry {
  const { at, by, who, note } = event
  const provider = providerTitle(payment)
  const { what, why = '' } = wordsOf(event, provider)
  return {
    at,
    time: formatTime(new Date(at)),
    who: toSingleLine(ACTORS[by](provider) + (who === undefined ? '' : ` ${who}`)),
    what: toSingleLine(what),
    why: toSingleLine(note ?? why),
  }
}
