import { z } from 'zod'

import type { Refund } from '../../payment/payment.ts'
import type { ProviderCapture, ProviderOrder } from '../../payment/provider.ts'

/** An id of LINE Pay's; one that came as a number because it is short is a text all the same. */
export const idSchema = z.union([z.string(), z.int()]).transform(String)

/** A confirmed payment, as LINE Pay's details have it. */
export const paymentSchema = z.object({
  transactionId: idSchema,
  transactionDate: z.string().default(''),
  payStatus: z.string().optional(),
  currency: z.string(),
  orderId: z.string(),
  payInfo: z.array(z.object({ amount: z.number() })).min(1),
  refundList: z
    .array(
      z.object({
        refundTransactionId: idSchema,
        refundAmount: z.number(),
        refundTransactionDate: z.string().default(''),
      }),
    )
    .optional(),
})
type WirePayment = z.infer<typeof paymentSchema>

// Money that was only authorised or voided is nothing that this shop asks for.
const KEPT = new Set(['CAPTURE', 'REFUND', 'PAYMENT_REFUND', 'PARTIAL_REFUND'])

function whole(amount: number): number {
  return Number.isSafeInteger(amount) ? amount : Number.NaN
}

function refundFrom(wire: NonNullable<WirePayment['refundList']>[number]): Refund {
  const { refundTransactionId: id, refundAmount, refundTransactionDate: at } = wire
  return { id, amount: Math.abs(whole(refundAmount)), at }
}

function statusOf(payStatus: string | undefined, amount: number, back: number) {
  if (payStatus !== undefined && !KEPT.has(payStatus)) return 'other'
  if (back === 0) return 'completed'
  return back >= amount ? 'refunded' : 'partly-refunded'
}

/** A confirmed payment of LINE Pay's in the shop's own words: points and card together are its amount. */
export function orderFromLinePay(wire: WirePayment): ProviderOrder {
  const amount = whole(wire.payInfo.reduce((sum, one) => sum + one.amount, 0))
  const refunds = (wire.refundList ?? []).map(refundFrom)
  const back = refunds.reduce((sum, one) => sum + one.amount, 0)
  const capture: ProviderCapture = {
    id: wire.transactionId,
    status: statusOf(wire.payStatus, amount, back),
    amount,
    currency: wire.currency,
    invoiceId: wire.orderId,
    createTime: wire.transactionDate,
  }
  return { id: wire.transactionId, status: 'completed', captures: [capture], refunds }
}
