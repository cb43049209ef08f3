import { z } from 'zod'

/** A buyer's dispute, at the provider's own desk or at the buyer's bank. */
export const disputeSchema = z.object({
  id: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  reason: z.string(),
  channel: z.enum(['provider', 'bank']).optional(),
  /** The disputed amount in whole TWD, where the provider reports it. */
  amount: z.int().min(0).optional(),
  /** Until when the seller may answer (ISO 8601 in UTC), where the provider says it. */
  respondBy: z.iso.datetime().optional(),
  /** The provider has the shop's answer, and waits for the buyer or decides. */
  isAnswered: z.boolean().optional(),
  changedAt: z.iso.datetime(),
})

export type Dispute = Readonly<z.infer<typeof disputeSchema>>

type DisputeFields = { readonly disputes?: readonly Dispute[] | undefined } | undefined

export function findDispute(payment: DisputeFields, id: string): Dispute | undefined {
  return payment?.disputes?.find((dispute) => dispute.id === id)
}

/** Combines a payment's disputes: open while any is, else lost when any was. */
export function disputeState(payment: DisputeFields): Dispute['state'] | undefined {
  const states = new Set(payment?.disputes?.map(({ state }) => state))
  return (['open', 'lost', 'won'] as const).find((state) => states.has(state))
}

/** Whether any dispute of a payment is open. Its order is not shipped then, and nothing is refunded. */
export function isDisputed(payment: DisputeFields): boolean {
  return disputeState(payment) === 'open'
}

/** Whether any open dispute of a payment waits for the shop's answer. */
export function isAnswerDue(payment: DisputeFields): boolean {
  return (
    payment?.disputes?.some(({ state, isAnswered }) => state === 'open' && !isAnswered) ?? false
  )
}

/** Why the disputes of a payment forbid shipping and refunds, if they do. */
export function disputeProblem(payment: DisputeFields): 'disputed' | 'dispute-lost' | undefined {
  const state = disputeState(payment)
  if (state === 'open') return 'disputed'
  return state === 'lost' ? 'dispute-lost' : undefined
}

/** The disputes with this one added, or changed where its id is known. */
export function withDispute(payment: DisputeFields, dispute: Dispute): Dispute[] {
  const others = payment?.disputes ?? []
  return findDispute(payment, dispute.id)
    ? others.map((other) => (other.id === dispute.id ? dispute : other))
    : [...others, dispute]
}
