import { z } from 'zod'

/**
 * A refund that the owner asked for, stored before the provider is asked. `number` makes its key; `pressed`
 * is the key of the press that asked for it. `restock`: an order that is not shipped gives its pieces back once all
 * of its money went back. `returnNumber` is the return that it pays back. `sending`: its outcome is not known.
 * `pending`: the provider has not finished it. Where the provider takes no key, `claim` is the random id of the
 * request that may send it, `sentAt` is when it was sent last, and `unchangedAt` when the provider had none of it
 * after that. Whole TWD.
 */
export const refundRequestSchema = z.object({
  number: z.int().min(1),
  amount: z.int().min(1),
  reason: z.string(),
  pressed: z.string(),
  who: z.string(),
  restock: z.boolean().optional(),
  returnNumber: z.int().min(1).optional(),
  state: z.enum(['sending', 'pending', 'done', 'refused']),
  at: z.iso.datetime(),
  issue: z.string().optional(),
  claim: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
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

/** How much of an order's money is on its way back, in whole TWD. */
export function amountUnderWay(payment: RequestFields): number {
  return refundsUnderWay(payment).reduce((sum, { amount }) => sum + amount, 0)
}
