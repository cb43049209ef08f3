import { z } from 'zod'

/** A refund that the owner requested, stored before the provider is asked; whole TWD. */
export const refundRequestSchema = z.object({
  /** Part of the refund's key. */
  number: z.int().min(1),
  amount: z.int().min(1),
  reason: z.string(),
  /** The key of the button press that requested it. */
  pressed: z.string(),
  who: z.string(),
  /** Puts an unshipped order's pieces back in stock once all of its money went back. */
  restock: z.boolean().optional(),
  /** The return that it pays back. */
  returnNumber: z.int().min(1).optional(),
  /** Set for money under review: the capture that goes back, with all that is left of it. */
  capture: z.object({ attempt: z.int().min(1), captureRef: z.string() }).optional(),
  /** `sending`: the outcome is unknown. `pending`: the provider has not finished it. */
  state: z.enum(['sending', 'pending', 'done', 'refused']),
  at: z.iso.datetime(),
  issue: z.string().optional(),
  /** Random id of the request that may send it, at a provider without keys. */
  claim: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
  /** The time after `sentAt` when the provider did not list it. */
  unchangedAt: z.iso.datetime().optional(),
})
export type RefundRequest = Readonly<z.infer<typeof refundRequestSchema>>

/** The key that makes a refund repeatable, and by which the shop knows its own refunds again. */
export function refundKey(orderDocument: string, number: number): string {
  return `refund:${orderDocument}:${number}`
}

type RequestFields = { readonly refundRequests?: readonly RefundRequest[] | undefined } | undefined

/** Those of an order's refund requests whose outcome is not known, or that the provider has not finished. */
export function refundsUnderWay(payment: RequestFields): readonly RefundRequest[] {
  return (
    payment?.refundRequests?.filter(({ state }) => state !== 'done' && state !== 'refused') ?? []
  )
}

/** Returns the amount of unfinished refunds, in whole TWD. */
export function amountUnderWay(payment: RequestFields): number {
  return refundsUnderWay(payment).reduce((sum, { amount }) => sum + amount, 0)
}

/** Whether the newest refund of a payment under review is one of its review, and all are settled: then it may end. */
export function isReviewRefunded(
  payment: (RequestFields & { readonly review?: unknown }) | undefined,
): boolean {
  const last = payment?.refundRequests?.at(-1)
  const isDone = last?.capture !== undefined && last.state === 'done'
  return payment?.review !== undefined && isDone && refundsUnderWay(payment).length === 0
}
