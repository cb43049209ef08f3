import type { ChangeContext, Order, OrderChange } from '../order/order.ts'
import { fail, ok, type Result } from '../result.ts'
import { IN_FLIGHT, type Payment, type Refund } from './payment.ts'
import { changePayment, hasPayment } from './payment-change.ts'
import type { ProviderOrder } from './provider.ts'
import { refundKey, type RefundRequest, refundsUnderWay } from './refund-request.ts'

/** What the owner asks to be given back: whole TWD or everything that is left. `pressed` is the key of the press: the same one asks once. */
export type RefundAsked = {
  readonly amount: number | 'rest'
  readonly pressed: string
}

/** Why nothing is given back by the shop's own rules. */
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

/** What may still be given back of a payment, in whole TWD: what was captured less what went back and what is on its way back. */
export function refundableAmount({ payment, totalAmount }: Order): number {
  if (payment?.captureId === undefined) return 0
  const underWay = refundsUnderWay(payment).reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(0, totalAmount - payment.refundedAmount - underWay)
}

/** The request that a press made, unless the provider refused it: then the same press may ask again. */
export function requestOf(
  payment: Payment | undefined,
  pressed: string,
): RefundRequest | undefined {
  return payment?.refundRequests?.findLast(
    (one) => one.pressed === pressed && one.state !== 'refused',
  )
}

function moneyProblem({ payment }: Order): RefundRuleFailure | undefined {
  if (payment?.review) return 'in-review'
  if (payment?.dispute?.state === 'open') return 'disputed'
  if (payment?.dispute?.state === 'lost') return 'dispute-lost'
  if (payment?.state === 'refunded') return 'nothing-left'
  return payment?.state === 'paid' || payment?.state === 'partly-refunded' ? undefined : 'not-paid'
}

function amountProblem(amount: number, left: number): RefundRuleFailure | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0) return 'wrong-amount'
  if (left === 0) return 'nothing-left'
  if (amount === 0) return 'wrong-amount'
  return amount > left ? 'too-much' : undefined
}

/** The change that writes a refund down before the provider is asked; nothing when this press did so before. One is sent at a time, and never more than was captured. */
export function reserveRefund(
  order: Order,
  { amount: asked, pressed }: RefundAsked,
  context: ChangeContext,
): Result<OrderChange | undefined, RefundRuleFailure> {
  const reason = context.reason?.trim() ?? ''
  const known = requestOf(order.payment, pressed)
  if (known) return asked === 'rest' || asked === known.amount ? ok(undefined) : fail('key-used')
  if (reason === '') return fail('no-reason')
  const wrong = moneyProblem(order)
  if (wrong || !hasPayment(order)) return fail(wrong ?? 'not-paid')
  const { payment } = order
  const requests = payment.refundRequests ?? []
  if (requests.some(({ state }) => state === 'sending')) return fail('refund-under-way')
  const left = refundableAmount(order)
  const amount = asked === 'rest' ? left : asked
  const problem = amountProblem(amount, left)
  if (problem) return fail(problem)
  const request: RefundRequest = {
    number: requests.length + 1,
    amount,
    reason,
    pressed,
    who: context.who ?? '',
    state: 'sending',
    at: context.now.toISOString(),
  }
  const next = { ...payment, refundRequests: [...requests, request] }
  const said = { what: 'refund-asked', reason }
  return ok(changePayment(order, next, said, context))
}

/** The change that ends a request which the provider refused; nothing when it is known otherwise. */
export function refuseRefund(
  order: Order,
  { number, issue }: { readonly number: number; readonly issue: string },
  context: ChangeContext,
): OrderChange | undefined {
  if (!hasPayment(order)) return undefined
  const { payment } = order
  const isSent = payment.refundRequests?.some(
    (one) => one.number === number && one.state === 'sending',
  )
  if (!isSent) return undefined
  const refundRequests = payment.refundRequests?.map((one) =>
    one.number === number ? { ...one, state: 'refused' as const, issue } : one,
  )
  const said = { what: 'refund-refused', reason: issue }
  return changePayment(order, { ...payment, refundRequests }, said, context)
}

function withRequest(
  order: Order & { readonly payment: Payment },
  request: RefundRequest,
  what: string,
  context: ChangeContext,
): OrderChange {
  const refundRequests = order.payment.refundRequests?.map((one) =>
    one.number === request.number ? request : one,
  )
  const said = { what, reason: request.reason }
  return changePayment(order, { ...order.payment, refundRequests }, said, context)
}

const sendingRequest = ({ payment }: Pick<Order, 'payment'>, number: number) =>
  payment?.refundRequests?.find((one) => one.number === number && one.state === 'sending')

/**
 * The change by which a refund is sent that the provider takes no key for: whoever wrote it sends. What was sent
 * before is sent again only when the provider had none of it in two looks, with time between them in which nothing
 * can still be on its way.
 */
export function claimRefund(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!hasPayment(order) || !request) return undefined
  const { unchangedAt, ...rest } = request
  const isSure =
    unchangedAt !== undefined && context.now.getTime() - Date.parse(unchangedAt) >= IN_FLIGHT
  if (request.sentAt !== undefined && !isSure) return undefined
  const sent = { ...rest, sentAt: context.now.toISOString() }
  return withRequest(order, sent, 'refund-sent', context)
}

/** What it changes when the provider has none of a refund that was sent without a key; undefined when that was seen before. */
export function noteUnchanged(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!hasPayment(order) || request?.sentAt === undefined || request.unchangedAt !== undefined) {
    return undefined
  }
  const seen = { ...request, unchangedAt: context.now.toISOString() }
  return withRequest(order, seen, 'refund-not-seen', context)
}

/**
 * The provider's refunds, with the shop's key on its own where the provider keeps none: a refund that was not known
 * before, of the amount that is being sent, is that one. What is known keeps its key.
 */
export function withOwnKeys(
  { id, payment }: Pick<Order, 'id' | 'payment'>,
  refunds: readonly Refund[],
): Refund[] {
  const known = new Map(payment?.refunds.map((one) => [one.id, one.key]))
  const keys = new Set(known.values())
  let open = payment?.refundRequests?.find(
    ({ state, sentAt, number }) =>
      state === 'sending' && sentAt !== undefined && !keys.has(refundKey(id, number)),
  )
  return refunds.map((refund) => {
    const kept = refund.key ?? known.get(refund.id)
    if (kept !== undefined) return { ...refund, key: kept }
    if (known.has(refund.id) || refund.amount !== open?.amount) return refund
    const key = refundKey(id, open.number)
    open = undefined
    return { ...refund, key }
  })
}

/** The requests of an order as the provider's own list of refunds leaves them. */
export function seenRequests(
  order: Pick<Order, 'id'>,
  requests: readonly RefundRequest[],
  seen: Pick<ProviderOrder, 'refunds' | 'unfinished'>,
): RefundRequest[] {
  return requests.map((request): RefundRequest => {
    const key = refundKey(order.id, request.number)
    if (seen.refunds.some((one) => one.key === key)) return { ...request, state: 'done' }
    const unfinished = seen.unfinished?.find((one) => one.key === key)
    if (!unfinished || request.state === 'done') return request
    return unfinished.state === 'pending'
      ? { ...request, state: 'pending' }
      : { ...request, state: 'refused', issue: 'REFUND_FAILED' }
  })
}
