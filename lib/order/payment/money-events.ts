import type { ReviewEnd } from '../event-causes.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import { canMoveOrder, type Order } from '../order.ts'
import { type Refund, type TakenKind, unlistedAmount, wonBackAmount } from './money-back.ts'
import type { MoneyRecord } from './money-record.ts'
import type { Payment } from './payment.ts'
import type { ProviderCapture } from './provider.ts'
import { defined } from '../../defined.ts'

type Capture = Pick<ProviderCapture, 'id' | 'amount' | 'status'>

/** Money that went back: refunded, or taken by the provider or the buyer's bank. Without a time it is on no list. */
type MoneyBack = Pick<Refund, 'id' | 'amount' | 'key'> & {
  readonly at?: string
  readonly kind?: TakenKind | undefined
}

// Refunds that are new on the list, and money that went back without being listed.
function newBack(before: MoneyRecord, after: MoneyRecord): readonly MoneyBack[] {
  const known = new Set(before.refunds.map(({ id }) => id))
  const listed = after.refunds.filter(({ id }) => !known.has(id))
  const more = unlistedAmount(after) - unlistedAmount(before)
  const { refundedAmount, unlisted: kind } = after
  if (more > 0) return [...listed, { id: `upto-${refundedAmount}`, amount: more, kind }]
  // An amount noted earlier without a reference is on the list now.
  const noted = listed.findIndex(
    (one) => one.key === undefined && one.amount === -more && one.kind === before.unlisted,
  )
  return listed.filter((_, index) => more === 0 || index !== noted)
}

function backEvents(
  before: MoneyRecord,
  after: MoneyRecord,
  inReview: boolean,
  context: ChangeContext,
) {
  return newBack(before, after).map(({ id: refundRef, amount, key, kind, at }) => {
    const origin = key === undefined ? 'provider' : 'shop'
    const listed = at === undefined ? {} : { listed: { at, ...defined({ key }) } }
    const back = { refundRef, amount, inReview, ...listed }
    return kind === undefined
      ? newEvent('money.refunded', { ...back, origin }, context)
      : newEvent('money.reversed', { ...back, kind }, context)
  })
}

function wonBackEvents(
  before: MoneyRecord,
  after: MoneyRecord,
  inReview: boolean,
  context: ChangeContext,
) {
  const amount = wonBackAmount(before, after)
  if (amount === 0) return []
  const kept = new Set(after.refunds.map(({ id }) => id))
  const gone = before.refunds.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
  const data = { amount, inReview, ...(gone.length === 0 ? {} : { gone }) }
  return [newEvent('money.won-back', data, context)]
}

// States of requested refunds that are not done.
function requestEvents(
  before: MoneyRecord,
  after: MoneyRecord,
  context: ChangeContext,
): OrderEvent[] {
  return (after.refundRequests ?? []).flatMap(
    ({ number, amount, state, issue = '' }, index): OrderEvent[] => {
      if (state === before.refundRequests?.[index]?.state) return []
      if (state === 'pending') return [newEvent('refund.pending', { number }, context)]
      return state === 'refused'
        ? [newEvent('refund.refused', { number, amount, issue }, context)]
        : []
    },
  )
}

function isCaptureNoted({ history }: Order, captureRef: string): boolean {
  return history.some(
    ({ type, data }) => type === 'money.captured' && data.captureRef === captureRef,
  )
}

/** That a capture brought money, unless the history says so already. */
export function captureEvents(
  order: Order,
  { id: captureRef, amount, status }: Capture,
  attempt: number,
  context: ChangeContext,
): readonly OrderEvent[] {
  return isCaptureNoted(order, captureRef)
    ? []
    : [newEvent('money.captured', { attempt, captureRef, amount, status }, context)]
}

/** New refunds, reversals and returned money in a provider's answer, one by one. */
export function backMoneyEvents(
  before: MoneyRecord,
  after: MoneyRecord,
  context: ChangeContext,
  { inReview = false } = {},
): readonly OrderEvent[] {
  return [
    ...backEvents(before, after, inReview, context),
    ...wonBackEvents(before, after, inReview, context),
    ...requestEvents(before, after, context),
  ]
}

type ReviewResult = {
  readonly end: ReviewEnd
  readonly kept: ProviderCapture | undefined
  /** The attempt whose money counts, and its capture. */
  readonly counted: { readonly attempt?: number; readonly captureRef?: string }
}

/** The end of a review, and what it shows of the money. The reason is the owner's for ending it. */
export function reviewEvents(
  order: Order & { readonly payment: Payment },
  shown: MoneyRecord,
  { end, kept, counted }: ReviewResult,
  { now, by, who, ...input }: ChangeContext,
): readonly OrderEvent[] {
  const context = { now, by, ...defined({ who }) }
  const { attempt = 0 } = counted
  const isPaid = end === 'paid' && kept !== undefined && canMoveOrder(order.status, '已付款')
  return [
    newEvent('review.closed', { end, ...counted }, { ...context, ...input }),
    ...(kept ? captureEvents(order, kept, attempt, context) : []),
    ...backMoneyEvents(order.payment, shown, context, { inReview: true }),
    ...(isPaid ? [newEvent('order.paid', { details: { ...kept } }, context)] : []),
  ]
}
