import type { Order } from '#lib/order/order.ts'
import { type Refund, refundKey } from '#lib/payment/refund/refund-record.ts'

/** Gives the shop's key to a new refund of the amount being sent from this capture. Known refunds keep theirs. */
export function withOwnKeys(
  { id, payment }: Pick<Order, 'id' | 'payment'>,
  captureRef: string,
  refunds: readonly Refund[],
): Refund[] {
  const known = new Map(payment?.refunds.map((refund) => [refund.id, refund.key]))
  const keys = new Set(known.values())
  let open = payment?.refundRequests?.find(
    ({ state, sentAt, number, capture }) =>
      // One that was handed over may have been made all the same.
      (state === 'sending' || state === 'by-hand') &&
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
