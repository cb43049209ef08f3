import {
  type EventData,
  CLOSE_CAUSES,
  type CloseCause,
  type CancelCause,
  type LapseCause,
  type ReviewEnd,
  type Actor,
  type EventOf,
  type EventType,
  type OrderEvent,
} from './events.ts'
import { formatPrice } from '../price/price.ts'
import { INVOICE_ALARM_WORDS } from './invoice/invoice-words.ts'
import { ALARM_WORDS, PARCEL_WORDS } from './parcel/parcel-words.ts'
import { REVIEW_REASONS, reviewReasonWords } from './payment/payment.ts'
import { RECIPIENT_LABELS } from '../delivery/recipient.ts'
import type { PaymentMethod } from './payment/methods.ts'
import { providerTitle } from './payment/payment-status.ts'
import { toSingleLine } from '../text/plain-text.ts'
import { formatDay, formatTime } from '../time/taipei-time.ts'
import { type Order, UNPAID_HOURS } from './order.ts'

/** The words of what happened to an order's invoice. */
export const INVOICE_EVENT_WORDS = {
  'invoice.issued': ({ invoiceNumber, random }: EventData['invoice.issued']) => ({
    what: '開立電子發票',
    why: `${invoiceNumber}，隨機碼 ${random}`,
  }),
  'invoice.dropped': () => ({ what: '不必開立發票' }),
  'invoice.voided': ({ amount }: EventData['invoice.voided']) => ({
    what: '作廢發票',
    why: formatPrice(amount),
  }),
  'invoice.allowed': ({ amount, allowance }: EventData['invoice.allowed']) => ({
    what: '開立折讓單',
    why: `${formatPrice(amount)} ${allowance}`.trim(),
  }),
  'invoice.found-void': () => ({ what: '發票在綠界已經作廢' }),
  'invoice.alarmed': ({ alarm, words }: EventData['invoice.alarmed']) => ({
    what: '發票要處理',
    why: words || INVOICE_ALARM_WORDS[alarm],
  }),
  'invoice.settled': ({ alarm }: EventData['invoice.settled']) => ({
    what: '店主處理了發票的提醒',
    why: INVOICE_ALARM_WORDS[alarm],
  }),
}

const withParcelNumber = (what: string) => (data: { readonly parcel: string }) => ({
  what,
  why: data.parcel,
})

/** The words of what happened to an order's parcel. */
export const PARCEL_EVENT_WORDS = {
  'parcel.requested': withParcelNumber('建立寄件'),
  'parcel.booked': withParcelNumber('寄件已建立'),
  'parcel.refused': ({ issue }: EventData['parcel.refused']) => ({
    what: '綠界沒有建立寄件',
    why: issue,
  }),
  'parcel.missing': withParcelNumber('綠界還查不到這個寄件'),
  'parcel.moved': ({ state, code, words }: EventData['parcel.moved']) => ({
    what: `包裹：${PARCEL_WORDS[state]}`,
    why: `${code} ${words}`.trim(),
  }),
  'parcel.unknown-code': ({ code, words }: EventData['parcel.unknown-code']) => ({
    what: '綠界回報商店不認識的狀態',
    why: `${code} ${words}`.trim(),
  }),
  'parcel.charged': ({ fee }: EventData['parcel.charged']) => ({
    what: '包裹的運費',
    why: formatPrice(fee),
  }),
  'parcel.alarmed': ({ alarm }: EventData['parcel.alarmed']) => ({
    what: '包裹要處理',
    why: ALARM_WORDS[alarm],
  }),
  'parcel.settled': ({ alarm }: EventData['parcel.settled']) => ({
    what: '包裹的提醒結束',
    why: ALARM_WORDS[alarm],
  }),
  'store.requested': ({ store }: EventData['store.requested']) => ({
    what: '請買家另選門市',
    why: `原為 ${store}`,
  }),
  'store.chosen': ({ store, before }: EventData['store.chosen']) => ({
    what: `改送 ${store}`,
    why: `原為 ${before}`,
  }),
}

const correctedText =
  (what: string) =>
  ({ before }: EventData['parcel.corrected'] | EventData['exchange.corrected']) => ({
    what,
    why: `原為 ${before.carrier} ${before.trackingNumber}`,
  })
const restockedText = (what: string) => (data: { readonly restock: boolean }) => {
  return data.restock ? { what, why: '商品已加回庫存' } : { what }
}

const piecesText = (pieces: EventData['items.changed']['before']) =>
  pieces
    .map(({ title, color, size, quantity }) => {
      return `${[title, color, size].filter(Boolean).join(' ')} ×${quantity}`
    })
    .join('、')

/** The timeline's words for what happens to an order's goods: its pieces, its parcel, and what comes back. */
export const GOODS_WORDS = {
  'items.changed': ({ before, after }: EventData['items.changed']) => {
    return { what: '更改訂單內容', why: `${piecesText(before)} → ${piecesText(after)}` }
  },
  'parcel.shipped': () => ({ what: '標記為已出貨' }),
  'parcel.corrected': correctedText('更正物流資料'),
  'parcel.unshipped': ({ parcel }: EventData['parcel.unshipped']) => {
    return { what: '收回出貨', why: `${parcel.carrier} ${parcel.trackingNumber}` }
  },
  'return.requested': () => ({ what: '會員申請退換貨' }),
  'return.accepted': () => ({ what: '同意退換貨' }),
  'return.refused': () => ({ what: '不同意退換貨' }),
  'return.received': restockedText('收到退貨'),
  'return.exchanged': restockedText('收到退貨，寄出換貨'),
  'exchange.corrected': correctedText('更正換貨的包裹'),
  'goods.restocked': () => ({ what: '商品已加回庫存' }),
}

/** The providers' own codes that the shop has words for. */
const ISSUES = [
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'DECLINED',
  'PENDING_REVIEW',
  'REFUND_FAILED',
  'LINE_PAY_1142',
  'LINE_PAY_1280',
  'LINE_PAY_1183',
  'LINE_PAY_1184',
  'LINE_PAY_2024',
] as const
type Issue = (typeof ISSUES)[number]

const WORDS: Readonly<Record<Issue, (provider: string) => string>> = {
  INSTRUMENT_DECLINED: () => '卡片或帳戶被拒絕',
  PAYER_ACTION_REQUIRED: (provider) => `買家還要在 ${provider} 完成一個步驟`,
  DECLINED: () => '被拒絕',
  PENDING_REVIEW: (provider) => `${provider} 人工審核`,
  REFUND_FAILED: () => '退款沒有完成，款項還在',
  LINE_PAY_1142: () => '餘額不足',
  LINE_PAY_1280: () => '信用卡暫時無法使用',
  LINE_PAY_1183: () => '低於 LINE Pay 的收款下限',
  LINE_PAY_1184: () => '超過 LINE Pay 的收款上限',
  LINE_PAY_2024: () => '超過店家的收款上限',
}

/** Why a provider refused or waits, in words; a code without words is named as the provider's, to ask it about. */
export function issueWords(code: string, provider: string): string {
  const known = ISSUES.find((issue) => issue === code)
  if (known) return WORDS[known](provider)
  return code === '' ? '' : `${provider} 的代碼 ${code}`
}

const CLOSED: Readonly<Record<CloseCause, (provider: string) => string>> = {
  'not-approved-in-time': () => '買家沒有在時間內同意',
  'gone-at-provider': (provider) => `${provider} 已沒有這筆付款`,
  'not-wanted': () => '訂單不需要這筆付款',
  'given-back': () => '款項已退回',
  'out-of-stock': () => '商品已售完，沒有扣款',
}

/** Why an attempt ended without a refusal of the provider's, in words. */
export function closeCauseWords(cause: CloseCause, provider: string): string {
  return CLOSED[cause](provider)
}

/** Reasons of an attempt's state that the shop notes by itself. */
const STEPS = [
  'paypal-button',
  'card-button',
  'line-pay-button',
  'stored',
  'approved',
  'not-approved',
  'found',
  'reviewed',
  'completed',
  'partly-refunded',
  'refunded',
] as const

const STEP_WORDS: Readonly<Record<(typeof STEPS)[number], string>> = {
  'paypal-button': '用 PayPal 按鈕',
  'card-button': '用信用卡按鈕',
  'line-pay-button': '用 LINE Pay 按鈕',
  stored: '',
  approved: '買家已同意',
  'not-approved': '買家還沒有同意',
  found: '',
  reviewed: '',
  completed: '',
  'partly-refunded': '',
  refunded: '',
}

/** The reason of an attempt's state, in words: the shop's own, a review's, or the provider's code. */
export function attemptReasonWords(reason: string, provider: string): string {
  const step = STEPS.find((one) => one === reason)
  if (step) return STEP_WORDS[step]
  const cause = CLOSE_CAUSES.find((one) => one === reason)
  if (cause) return closeCauseWords(cause, provider)
  const review = REVIEW_REASONS.find((one) => one === reason)
  return review ? reviewReasonWords(review, provider) : issueWords(reason, provider)
}

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
const WORDSTimeline: { readonly [Type in EventType]: WordsFor<Type> } = {
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
  return WORDSTimeline[event.type](event.data, provider)
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
