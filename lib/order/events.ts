import { z } from 'zod'

import { SIZES } from '../product/sizes.ts'
import { defined } from '../result.ts'
import { closeUp } from '../text/no-break.ts'
import type { EventFrame } from './events/entry.ts'
import type { EVENTS } from './events/order.ts'
import { REVIEW_REASONS, reviewReasonWords } from './payment/payment.ts'

/**
 * The right to cancel a whole order because a garment's facts were not known when it was ordered:
 * the day (YYYY-MM-DD) of publication promised, and the last day of the right. Both were copied when
 * the order was placed, and follow the publication.
 */
export const cancelRightSchema = z.object({
  product: z.string(),
  title: z.string(),
  factsBy: z.iso.date(),
  until: z.iso.date(),
  publishedOn: z.iso.date().optional(),
})

export type CancelRight = Readonly<z.infer<typeof cancelRightSchema>>

/** A buyer's request to cancel a paid order by that right, until its refund or its withdrawal. */
export const cancelRequestSchema = z.object({
  state: z.enum(['asked', 'withdrawn']),
  changedAt: z.iso.datetime(),
})

/** Carrier, tracking number and shipping time (ISO 8601 in UTC) of a parcel. */
export const shipmentSchema = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  shippedAt: z.iso.datetime(),
})

export type Shipment = Readonly<z.infer<typeof shipmentSchema>>

/**
 * The states of a return: asked by the member, then the owner's answers. `preparing`: others are to be
 * sent instead; `exchanged`: they were.
 */
export const RETURN_STATES = [
  'asked',
  'accepted',
  'refused',
  'received',
  'preparing',
  'exchanged',
] as const

export type ReturnState = (typeof RETURN_STATES)[number]

/**
 * Pieces of an order line; `index` counts items from 0. `size` asks for an exchange, not a refund.
 */
export const returnedPiecesSchema = z.object({
  index: z.int().min(0),
  quantity: z.int().min(1),
  size: z.enum(SIZES).optional(),
})

export type ReturnedPieces = Readonly<z.infer<typeof returnedPiecesSchema>>

/** A member's request to return pieces. Times are ISO 8601 in UTC. */
export const returnRequestSchema = z.object({
  number: z.int().min(1),
  state: z.enum(RETURN_STATES),
  items: z.array(returnedPiecesSchema).min(1),
  reason: z.string(),
  contact: z.string(),
  askedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** The owner's words to the member. */
  answer: z.string().optional(),
  /** The parcel sent in exchange. */
  parcel: shipmentSchema.optional(),
})

export type ReturnRequest = Readonly<z.infer<typeof returnRequestSchema>>

/** The pieces of a return for which others are wished. */
export function piecesToExchange({
  items,
}: Pick<ReturnRequest, 'items'>): readonly ReturnedPieces[] {
  return items.filter(({ size }) => size !== undefined)
}

export const CANCEL_CAUSES = [
  'by-member',
  'by-owner',
  'replaced',
  'unpaid-too-long',
  'code-needed',
] as const

export type CancelCause = (typeof CANCEL_CAUSES)[number]

/** Why a hold ends: its time is over, another buyer needs the pieces then, or the owner ends it. */
export const LAPSE_CAUSES = ['time-over', 'needed-by-another', 'released-by-owner'] as const

export type LapseCause = (typeof LAPSE_CAUSES)[number]

/** Why an attempt ends without the provider's refusal. */
export const CLOSE_CAUSES = [
  'not-approved-in-time',
  'gone-at-provider',
  'not-wanted',
  'given-back',
  'out-of-stock',
] as const

export type CloseCause = (typeof CLOSE_CAUSES)[number]

/**
 * Outcomes of a review: money kept, all refunded, or never received. `expired` makes the order
 * payable again.
 */
export const REVIEW_ENDS = ['paid', 'refunded', 'expired'] as const

export type ReviewEnd = (typeof REVIEW_ENDS)[number]

/** Sources of events: a member, a provider, the sweep or the owner. */
export const ACTORS = ['member', 'provider', 'sweep', 'owner'] as const

export type Actor = (typeof ACTORS)[number]

export type EventType = keyof typeof EVENTS

export type EventData = {
  readonly [Type in EventType]: Readonly<z.infer<(typeof EVENTS)[Type]['data']>>
}

export type EventOf<Type extends EventType> = {
  readonly [One in Type]: EventFrame & { readonly type: One; readonly data: EventData[One] }
}[Type]

/** One thing that happened to an order. */
export type OrderEvent = EventOf<EventType>

/** What happened to an order, the earliest first. An interface, since the entry of an event is told what an order is. */
export interface History extends ReadonlyArray<OrderEvent> {}

/** The events of a change with their ids, which follow from its key. */
export function withIds(events: readonly OrderEvent[], key: string): readonly OrderEvent[] {
  return events.map((event, index) => ({ ...event, id: `${key}-${index + 1}` }))
}

/** Whether the change under this key is stored: a transaction whose answer was lost runs again. */
export function isStored({ history }: { readonly history: readonly OrderEvent[] }, key: string) {
  return history.some(({ id }) => id?.startsWith(`${key}-`))
}

/** Actor, time and reason of a change; `who` is the person behind the owner's tools. */
export type ChangeContext = {
  readonly now: Date
  readonly by: Actor
  readonly who?: string
  readonly reason?: string
}

/** An event of a change; the context's reason is its note. */
export function newEvent<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  { now, by, who, reason = '' }: ChangeContext,
) {
  return {
    at: now.toISOString(),
    by,
    ...defined({ who }),
    ...(reason === '' ? {} : { note: reason }),
    type,
    data,
  }
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
  'ECPAY_10200095',
  'ECPAY_AT_CLOSE',
  'ECPAY_NOT_CLOSED',
  'ECPAY_SENT_BEFORE',
  'ECPAY_STATE',
  'ECPAY_OPERATION_CANCELED',
  'ECPAY_UNAUTHORIZED',
  'ECPAY_SILENT',
  'SHUT_OUT',
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
  ECPAY_10200095: () => '信用卡付款沒有成功',
  ECPAY_AT_CLOSE: () => '每天 20:10 到 20:35 關帳，這段時間不送出退款',
  ECPAY_NOT_CLOSED: () => '還沒有關帳，只能整筆退；部分退款要等下一次關帳（每天 20:15）後',
  ECPAY_SENT_BEFORE: () => '前一次沒有回答，也查不到；再送一次可能會退兩次',
  ECPAY_STATE: (provider) => `${provider} 的信用卡狀態不明`,
  ECPAY_OPERATION_CANCELED: () => '這筆刷卡已取消請款，只能整筆退',
  ECPAY_UNAUTHORIZED: () => '這筆刷卡沒有授權',
  ECPAY_SILENT: () => '銀行還沒有回答這筆刷卡的狀態',
  SHUT_OUT: (provider) => `問得太密，${provider} 半小時不回答`,
}

/** Why a provider refused or waits, in words; a code without words is named as the provider's, to ask it about. */
export function issueWords(code: string, provider: string): string {
  const known = ISSUES.find((issue) => issue === code)
  if (known) return closeUp(WORDS[known](provider))
  return code === '' ? '' : closeUp(`${provider} 的代碼 ${code}`)
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
  'ecpay-card-button',
  'atm-button',
  'cvs-button',
  'posted',
  'told-paid',
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
  'ecpay-card-button': '用綠界信用卡按鈕',
  'atm-button': '取 ATM 轉帳帳號',
  'cvs-button': '取超商繳費代碼',
  posted: '買家到了付款頁',
  'told-paid': '通知已付款',
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

/** PayPal's reasons of a dispute (Customer Disputes v1), in words. */
const DISPUTE_REASONS: ReadonlyMap<string, string> = new Map([
  ['MERCHANDISE_OR_SERVICE_NOT_RECEIVED', '買家說沒有收到商品'],
  ['MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED', '買家說商品和描述不符'],
  ['UNAUTHORISED', '買家說這筆付款不是本人授權的'],
  ['CREDIT_NOT_PROCESSED', '買家說沒有收到應退的款項'],
  ['DUPLICATE_TRANSACTION', '買家說同一筆付了兩次'],
  ['INCORRECT_AMOUNT', '買家說金額不對'],
  ['PAYMENT_BY_OTHER_MEANS', '買家說已經用別的方式付款'],
  ['CANCELED_RECURRING_BILLING', '買家說已經取消定期付款'],
  ['PROBLEM_WITH_REMITTANCE', '買家說匯款有問題'],
  ['OTHER', '其他原因'],
])

/** Why a buyer disputes a payment, in words; a reason without words is named as the provider's code. */
export function disputeReasonWords(code: string, provider: string): string {
  return DISPUTE_REASONS.get(code) ?? issueWords(code, provider)
}

/** The page on which PayPal takes a seller's answer. */
export const DISPUTE_PAGE = 'https://www.paypal.com/resolutioncenter'

/** The owner who changes an order: their name or e-mail, and when. The history keeps both. */
export type OwnerContext = { readonly by: string; readonly at: Date }

/** The same as a change of an order takes it, with the reason if there is one. */
export function changeContext({ by, at }: OwnerContext, reason?: string): ChangeContext {
  const given = reason?.trim() ?? ''
  return { by: 'owner', who: by, now: at, ...(given === '' ? {} : { reason: given }) }
}
