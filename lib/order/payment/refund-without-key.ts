import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import type { Refund } from './money-back.ts'
import { IN_FLIGHT } from './payment.ts'
import { hasPayment } from './payment-change.ts'
import { refundKey } from './refund-request.ts'

const sendingRequest = ({ payment }: Pick<Order, 'payment'>, number: number) =>
  payment?.refundRequests?.find((one) => one.number === number && one.state === 'sending')

/** Claims a refund without a key. It is resent only when unseen for IN_FLIGHT after it was sent. */
export function claimRefund(
  order: Order,
  { number, claim }: { readonly number: number; readonly claim: string },
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!hasPayment(order) || !request) return undefined
  const { unchangedAt } = request
  const isSure =
    unchangedAt !== undefined && context.now.getTime() - Date.parse(unchangedAt) >= IN_FLIGHT
  if (request.sentAt !== undefined && !isSure) return undefined
  return { events: [newEvent('refund.sent', { number, claim }, context)] }
}

/** The change when the provider has none of a refund sent without a key; undefined when that was seen before. */
export function noteUnchanged(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  const request = sendingRequest(order, number)
  if (!hasPayment(order) || request?.sentAt === undefined || request.unchangedAt !== undefined) {
    return undefined
  }
  return { events: [newEvent('refund.not-seen', { number }, context)] }
}

/** Gives the shop's key to a new refund of the amount being sent from this capture. Known refunds keep theirs. */
export function withOwnKeys(
  { id, payment }: Pick<Order, 'id' | 'payment'>,
  captureRef: string,
  refunds: readonly Refund[],
): Refund[] {
  const known = new Map(payment?.refunds.map((one) => [one.id, one.key]))
  const keys = new Set(known.values())
  let open = payment?.refundRequests?.find(
    ({ state, sentAt, number, capture }) =>
      state === 'sending' &&
      sentAt !== undefined &&
      (capture?.captureRef ?? payment.captureId) === captureRef &&
      !keys.has(refundKey(id, number)),
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
