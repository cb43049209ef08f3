import 'server-only'

import { z } from 'zod'

import type { ProviderCapture, ProviderOrder } from '#lib/payment/provider.ts'
import type { Refund } from '#lib/payment/refund/refund-record.ts'

/** An id of LINE Pay's; one that came as a number because it is short is a text all the same. */
export const idSchema = z.union([z.string(), z.int()]).transform(String)

/** A confirmed payment, as LINE Pay's details have it. */
const paymentSchema = z.object({
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

function statusOf(payStatus: string | undefined, amount: number, back: number) {
  if (payStatus !== undefined && !KEPT.has(payStatus)) return 'other'
  if (back === 0) return 'completed'
  return back >= amount ? 'refunded' : 'partly-refunded'
}

// Points and card together are the amount.
function orderFromLinePay(wire: WirePayment): ProviderOrder {
  const amount = whole(wire.payInfo.reduce((sum, one) => sum + one.amount, 0))
  const refunds = (wire.refundList ?? []).map((one): Refund => {
    const { refundTransactionId: id, refundAmount, refundTransactionDate: at } = one
    return { id, amount: Math.abs(whole(refundAmount)), at }
  })
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

/** A record of LINE Pay's that can't be read: its transaction, where that can be, and its first wrong field. */
export type UnreadableRecord = { readonly payment: string | undefined; readonly field: string }

const namedSchema = z.object({ transactionId: idSchema })

/**
 * Parses LINE Pay's confirmed payments and lists unreadable records. Undefined if the details are
 * no list.
 */
export function ordersFromLinePay(info: unknown):
  | {
      readonly orders: readonly ProviderOrder[]
      readonly unreadable: readonly UnreadableRecord[]
    }
  | undefined {
  if (!Array.isArray(info)) return undefined
  const orders: ProviderOrder[] = []
  const unreadable: UnreadableRecord[] = []
  for (const record of info) {
    const parsed = paymentSchema.safeParse(record)
    if (parsed.success) {
      orders.push(orderFromLinePay(parsed.data))
      continue
    }
    const payment = namedSchema.safeParse(record).data?.transactionId
    unreadable.push({ payment, field: parsed.error.issues[0]?.path.join('.') ?? '' })
  }
  return { orders, unreadable }
}
