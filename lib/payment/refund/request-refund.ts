import { restockQuestion } from '#lib/inventory/restock.ts'
import { lineLeft, openRemovals, refundLines } from '#lib/ledger/paid-parts.ts'
import { doLookupsAgree, later } from '#lib/operation/timing.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { hasPayment } from '#lib/payment/change-to-review.ts'
import { disputeProblem } from '#lib/payment/dispute.ts'
import type { Attempt, Payment } from '#lib/payment/payment.ts'
import { termsOf } from '#lib/payment/provider-terms.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import type { RefundRequest } from './refund-record.ts'
import { refundableAmount } from './refundable.ts'

/** Input of a refund, in whole TWD. */
export type RefundInput = {
  readonly amount: number | 'rest'
  /** The idempotency key; the same key refunds once. Stored as `idempotencyKey`. */
  readonly key: string
  /** The refundable amount that the owner saw. */
  readonly left?: number | undefined
  /** Puts the goods back in stock: of an unshipped order with the last of its money, of a shipped one with any. */
  readonly restock?: boolean | undefined
  /** The return that it pays back. */
  readonly returnNumber?: number | undefined
  /** The place of the line of which it pays back one unit. */
  readonly line?: number | undefined
  /** The place among the lines that were taken out of the order of the one that it pays back. */
  readonly removed?: number | undefined
  /** Whether the shop itself sends refunds of a provider that is otherwise the owner's to do. */
  readonly sends?: ((provider: string) => boolean) | undefined
}

/** Why the shop's own rules refuse a refund. */
export type RefundRuleFailure =
  | 'no-reason'
  | 'wrong-amount'
  | 'key-used'
  | 'not-paid'
  | 'in-review'
  | 'disputed'
  | 'dispute-lost'
  | 'nothing-left'
  | 'too-much'
  | 'refund-under-way'
  | 'changed-meanwhile'
  | 'no-return'

/** A return of an order, by its number, and how much was given back for it in whole TWD, or is on its way. */
export type RefundedReturn = { readonly number: number; readonly refunded: number }

/** The returns of an order that were not refused, with what was given back for each. */
export function refundedReturns({ returns = [], payment }: Order): readonly RefundedReturn[] {
  const requests = payment?.refundRequests?.filter(({ state }) => state !== 'refused') ?? []
  return returns
    .filter(({ state }) => state !== 'refused')
    .map(({ number }) => ({
      number,
      refunded: requests
        .filter(({ returnNumber }) => returnNumber === number)
        .reduce((sum, { amount }) => sum + amount, 0),
    }))
}

/** The request under a key, unless the provider refused it: then the same key may be sent again. */
export function requestOf(payment: Payment | undefined, key: string): RefundRequest | undefined {
  return payment?.refundRequests?.findLast(
    (refundRequest) => refundRequest.idempotencyKey === key && refundRequest.state !== 'refused',
  )
}

function moneyProblem({ payment }: Order): RefundRuleFailure | undefined {
  if (payment?.review) return 'in-review'
  const disputed = disputeProblem(payment)
  if (disputed) return disputed
  if (payment?.state === 'refunded') return 'nothing-left'
  return payment?.state === 'paid' || payment?.state === 'partly-refunded' ? undefined : 'not-paid'
}

function amountProblem(amount: number, left: number): RefundRuleFailure | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0) return 'wrong-amount'
  if (left === 0) return 'nothing-left'
  if (amount === 0) return 'wrong-amount'
  return amount > left ? 'too-much' : undefined
}

// Whether it is asked for what stands: what was shown as left, and a return that there is.
function basisProblem(
  order: Order,
  { left, returnNumber }: RefundInput,
): RefundRuleFailure | undefined {
  if (left !== undefined && left !== refundableAmount(order)) return 'changed-meanwhile'
  const isReturn = order.returns?.some(({ number }) => number === returnNumber)
  return returnNumber === undefined || isReturn ? undefined : 'no-return'
}

// A line gives back what was paid for it, once.
function lineProblem(order: Order, amount: number, { line, removed, returnNumber }: RefundInput) {
  if (line !== undefined && returnNumber === undefined && amount > lineLeft(order, line))
    return 'wrong-amount'
  if (removed === undefined) return undefined
  const taken = openRemovals(order).find(({ place }) => place === removed)
  return taken && amount <= taken.left ? undefined : 'wrong-amount'
}

/** Marks a request of a refund that nobody but the owner can make: it is owed, and never sent. */
export function manualFields(
  paid: Pick<Attempt, 'provider'> | undefined,
  sends: (provider: string) => boolean = () => false,
) {
  const byHand = paid && !sends(paid.provider) ? termsOf(paid.provider).manualRefunds : undefined
  return defined({ byHand })
}

/**
 * Stores a refund before the provider is asked; returns no change for a repeat. One is sent at a
 * time.
 */
export function reserveRefund(
  order: Order,
  wish: RefundInput,
  context: ChangeContext,
): Result<OrderChange | undefined, RefundRuleFailure> {
  const { amount: wanted, key, restock, returnNumber, line, removed } = wish
  const reason = context.reason?.trim() ?? ''
  const known = requestOf(order.payment, key)
  if (known) return wanted === 'rest' || wanted === known.amount ? ok(undefined) : fail('key-used')
  if (reason === '') return fail('no-reason')
  const wrong = moneyProblem(order) ?? basisProblem(order, wish)
  if (wrong || !hasPayment(order)) return fail(wrong ?? 'not-paid')
  const { payment } = order
  const requests = payment.refundRequests ?? []
  if (requests.some(({ state }) => state === 'sending')) return fail('refund-under-way')
  const left = refundableAmount(order)
  const amount = wanted === 'rest' ? left : wanted
  const problem = amountProblem(amount, left) ?? lineProblem(order, amount, wish)
  if (problem) return fail(problem)
  const paid = payment.attempts.find(({ captureId }) => captureId === payment.captureId)
  const data = {
    number: requests.length + 1,
    amount,
    idempotencyKey: key,
    ...(restock === true && restockQuestion(order) !== undefined ? { restock } : {}),
    ...defined({ returnNumber }),
    lines: [...refundLines(order, { amount, returnNumber, line, removed })],
    ...manualFields(paid, wish.sends),
  }
  return ok({ events: [newEvent('refund.requested', data, { ...context, reason })] })
}

/** The change that ends a request which the provider refused, or undefined when it is known otherwise. */
export function refuseRefund(
  order: Order,
  { number, issue }: { readonly number: number; readonly issue: string },
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!request) return undefined
  const { amount } = request
  return { events: [newEvent('refund.refused', { number, amount, issue }, context)] }
}

const sendingRequest = ({ payment }: Pick<Order, 'payment'>, number: number) =>
  payment?.refundRequests?.find(
    (refundRequest) => refundRequest.number === number && refundRequest.state === 'sending',
  )

/** Claims a refund without a key. It is resent only when unseen for IN_FLIGHT after it was sent. */
export function claimRefund(
  order: Order,
  { number, claim }: { readonly number: number; readonly claim: string },
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!request || isPutOff(request, context.now)) return undefined
  const isSure = doLookupsAgree(request.unchangedAt, context.now)
  if (request.sentAt !== undefined && !isSure) return undefined
  return { events: [newEvent('refund.sent', { number, claim }, context)] }
}

/** Whether a refund waits for a time at which its provider takes it. */
export function isPutOff({ notBefore }: Pick<RefundRequest, 'notBefore'>, now: Date): boolean {
  return notBefore !== undefined && notBefore > now.toISOString()
}

/** What a provider says of a refund that it did not take: a code of its own, and until when it takes none. */
export type NotTaken = {
  readonly number: number
  readonly issue: string
  readonly until?: string | undefined
}

/** So long a refund waits that its provider does not take now, where it does not say how long. */
const WAIT = 10 * 60 * 1000

/**
 * The change when nothing was sent of a refund that was claimed: it is sent later. An earlier send of unknown outcome, at
 * `sentAt`, stays one.
 */
export function postponeRefund(
  order: Order,
  { number, issue, until, sentAt }: NotTaken & Pick<RefundRequest, 'sentAt'>,
  context: ChangeContext,
): OrderChange | undefined {
  if (!sendingRequest(order, number)) return undefined
  const wait = until ?? later(context.now, WAIT)
  const data = { number, issue, until: wait, ...defined({ sentAt }) }
  return { events: [newEvent('refund.postponed', data, context)] }
}

/** The change when nobody but a person can tell whether a refund was made: the owner looks, and notes or withdraws it. */
export function makeRefundManual(
  order: Order,
  { number, issue }: NotTaken,
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!request) return undefined
  const { amount } = request
  return { events: [newEvent('refund.made-manual', { number, amount, issue }, context)] }
}

/** The change when the provider has none of a refund sent without a key, or undefined when that was seen before. */
export function noteUnchanged(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!hasPayment(order) || request?.sentAt === undefined || request.unchangedAt !== undefined) {
    return undefined
  }
  return { events: [newEvent('refund.not-found', { number }, context)] }
}
