import { z } from 'zod'

import { type Refund, refundSchema } from './refund-record.ts'

/** A capture whose money came and went back without paying the order for good: a surplus, or another amount than the order's. */
export const returnedCaptureSchema = z.object({
  attempt: z.int().min(0),
  captureRef: z.string(),
  provider: z.string(),
  amount: z.int(),
  at: z.string(),
  /** All that went back of it. */
  refunds: z.array(refundSchema),
  /** Set if it paid the order until another one took its place: it was booked as a sale. */
  wasSale: z.literal(true).optional(),
})
export type ReturnedCapture = Readonly<z.infer<typeof returnedCaptureSchema>>

type ReturnedFields = { readonly returned?: readonly ReturnedCapture[] | undefined }

/** Whether a capture is one whose money went back without paying the order for good. */
export function isReturnedCapture(
  payment: ReturnedFields | undefined,
  captureRef: string | undefined,
): boolean {
  return payment?.returned?.some((one) => one.captureRef === captureRef) ?? false
}

/** The sum of refunds, in whole TWD. */
export function sumOfRefunds(refunds: readonly Pick<Refund, 'amount'>[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

type ReturnedMoneyFields = ReturnedFields & {
  readonly captureId?: string | undefined
  readonly refundedAmount: number
}

/**
 * What went back of an order's money, in whole TWD: of the capture that pays it, or of all that came where none
 * pays it. A surplus beside a payment is no money of the order.
 */
export function returnedMoneyAmount(payment: ReturnedMoneyFields | undefined): number {
  if (!payment) return 0
  const { captureId, refundedAmount, returned = [] } = payment
  return captureId === undefined
    ? refundedAmount + sumOfRefunds(returned.flatMap(({ refunds }) => refunds))
    : refundedAmount
}
