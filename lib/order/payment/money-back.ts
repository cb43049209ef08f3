import { z } from 'zod'

import type { Payment } from './payment.ts'
import type { ProviderCapture } from './provider.ts'

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
  return payment?.disputes?.find((one) => one.id === id)
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
    ? others.map((one) => (one.id === dispute.id ? dispute : one))
    : [...others, dispute]
}

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
  /** `sending`: the outcome is unknown. `pending`: the provider has not finished it. `by-hand`: the owner owes it. */
  state: z.enum(['sending', 'pending', 'by-hand', 'done', 'refused']),
  at: z.iso.datetime(),
  /** Set for a refund by hand that goes to an account of the buyer's, which no order keeps. */
  toBank: z.literal(true).optional(),
  /** When the buyer named that account last. */
  accountAt: z.iso.datetime().optional(),
  /** What the owner noted of a refund that was made by hand: its day, and its reference at the bank or console. */
  made: z.object({ at: z.iso.datetime(), reference: z.string() }).optional(),
  doneAt: z.iso.datetime().optional(),
  issue: z.string().optional(),
  /** Random id of the request that may send it, at a provider without keys. */
  claim: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
  notBefore: z.iso.datetime().optional(),
  /** The time after `sentAt` when the provider did not list it. */
  unchangedAt: z.iso.datetime().optional(),
})
export type RefundRequest = Readonly<z.infer<typeof refundRequestSchema>>

/** The key that makes a refund repeatable, and by which the shop knows its own refunds again. */
export function refundKey(orderDocument: string, number: number): string {
  return `refund:${orderDocument}:${number}`
}

/** The refunds that the owner made by hand, of one capture, as an answer of the provider's would list them. */
export function refundsByHand(
  { id, payment }: { readonly id: string; readonly payment?: Payment | undefined },
  captureRef: string,
): readonly Refund[] {
  return (payment?.refundRequests ?? []).flatMap(({ number, amount, made, capture }) =>
    made && (capture?.captureRef ?? payment?.captureId) === captureRef
      ? [{ id: handRefundId(number), amount, at: made.at, key: refundKey(id, number) }]
      : [],
  )
}

/** The id under which a refund by hand stands among an order's refunds. */
export function handRefundId(number: number): string {
  return `by-hand-${number}`
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

/** Within so many days after it was asked for a refund by hand is made: consumers have a right to it after a withdrawal. */
export const HAND_REFUND_DAYS = 15

/** The refunds of an order that nobody but the owner can make, and has not made yet. */
export function refundsOwed(payment: RequestFields): readonly RefundRequest[] {
  return payment?.refundRequests?.filter(({ state }) => state === 'by-hand') ?? []
}

/** So many days after a refund by hand was asked for the owner is told that it is still owed. */
export const OWED_AFTER_DAYS = [7, 12, 15] as const

/** When the owner is told of the refunds that are still owed, in milliseconds since 1970. */
export function owedTimes(payment: RequestFields): readonly number[] {
  return refundsOwed(payment).flatMap(({ at }) =>
    OWED_AFTER_DAYS.map((days) => Date.parse(at) + days * 24 * 60 * 60 * 1000),
  )
}

/** Whether the newest refund of a payment under review is one of its review, and all are settled: then it may end. */
export function isReviewRefunded(
  payment: (RequestFields & { readonly review?: unknown }) | undefined,
): boolean {
  const last = payment?.refundRequests?.at(-1)
  const isDone = last?.capture !== undefined && last.state === 'done'
  return payment?.review !== undefined && isDone && refundsUnderWay(payment).length === 0
}

/** Money taken back without a refund, by the provider or by the buyer's bank. */
export const takenKindSchema = z.enum(['reversal', 'chargeback'])
export type TakenKind = z.infer<typeof takenKindSchema>

/** Money given back, as the provider lists it; whole TWD. */
export const refundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  at: z.string(),
  /** The shop's own key, where the shop made the refund. */
  key: z.string().optional(),
  /** Set when the money was taken back instead of refunded. */
  kind: takenKindSchema.optional(),
})
export type Refund = Readonly<z.infer<typeof refundSchema>>

type TakenFields = Pick<ProviderCapture, 'status' | 'amount' | 'takenBack'>
type Disputes = readonly Dispute[] | undefined

const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((total, { amount }) => total + amount, 0)

// A lost dispute took its money back; an open one did so where the capture says it.
function takingDisputes({ takenBack }: TakenFields, disputes: Disputes): readonly Dispute[] {
  const isTaking = (state: Dispute['state']) => state === 'lost' || (state === 'open' && takenBack)
  return disputes?.filter(({ state }) => isTaking(state)) ?? []
}

// Takings that no refund of the same amount accounts for; the shop's own refunds are none.
function unlistedTakings(
  capture: TakenFields,
  refunds: readonly Refund[],
  disputes: Disputes,
): number {
  const listed = refunds.filter(({ key }) => key === undefined).map(({ amount }) => amount)
  return takingDisputes(capture, disputes).reduce((sum, { amount = 0 }) => {
    const at = listed.indexOf(amount)
    if (at === -1) return sum + amount
    listed.splice(at, 1)
    return sum
  }, 0)
}

/**
 * Returns the amount of a capture that went back, listed or not, in whole TWD. NaN means unknown.
 */
export function amountBack(
  capture: TakenFields,
  refunds: readonly Refund[],
  disputes?: readonly Dispute[],
): number {
  const sum = sumOf(refunds)
  if (Number.isNaN(sum)) return Number.NaN
  if (capture.status === 'refunded') return capture.amount
  if (capture.status !== 'partly-refunded') return sum
  const unlisted = unlistedTakings(capture, refunds, disputes)
  const isListed = refunds.some(({ key }) => key === undefined)
  const isUnknown = sum + unlisted === 0 || (capture.takenBack && unlisted === 0 && !isListed)
  return isUnknown ? Number.NaN : Math.min(sum + unlisted, capture.amount)
}

const kindOf = ({ channel }: Pick<Dispute, 'channel'>): TakenKind =>
  channel === 'bank' ? 'chargeback' : 'reversal'

/**
 * Marks new refunds without a shop key as taken, one for each dispute. Matching amounts come first.
 */
export function withTakenKinds(
  payment: Pick<Payment, 'refunds' | 'disputes'>,
  capture: TakenFields,
  refunds: readonly Refund[],
): Refund[] {
  const known = new Map(payment.refunds.map((one) => [one.id, one]))
  const kept = refunds.map((one) => {
    const kind = known.get(one.id)?.kind
    return kind === undefined ? one : { ...one, kind }
  })
  const isAllListed = amountBack(capture, refunds, payment.disputes) === sumOf(refunds)
  const takings = takingDisputes(capture, payment.disputes).filter(
    (one) => isAllListed || refunds.some(({ amount }) => amount === one.amount),
  )
  const explained = Math.max(takings.length, isAllListed && capture.takenBack ? 1 : 0)
  const byDispute = ({ amount }: Refund) => takings.find((one) => one.amount === amount)
  const fresh = kept
    .filter(({ id, key, kind }) => key === undefined && kind === undefined && !known.has(id))
    .toSorted((one, other) => {
      const match = Number(Boolean(byDispute(other))) - Number(Boolean(byDispute(one)))
      return match || other.at.localeCompare(one.at)
    })
  const left = explained - kept.filter(({ kind }) => kind !== undefined).length
  const taken = new Set(fresh.slice(0, Math.max(0, left)))
  return kept.map((one) => {
    if (!taken.has(one)) return one
    return { ...one, kind: capture.takenBack ?? kindOf(byDispute(one) ?? takings[0] ?? {}) }
  })
}

/** Returns the kind of an unlisted taking, from the capture or a dispute; undefined without one. */
export function unlistedKind(
  capture: TakenFields,
  disputes: readonly Dispute[] | undefined,
): TakenKind | undefined {
  const [dispute] = takingDisputes(capture, disputes)
  return capture.takenBack ?? (dispute && kindOf(dispute))
}

type RefundFields = Pick<Payment, 'refundedAmount' | 'refunds' | 'unlisted'>

/** Returns the amount that went back without being listed, in whole TWD. */
export function unlistedAmount({
  refundedAmount,
  refunds,
}: Pick<Payment, 'refundedAmount' | 'refunds'>): number {
  return refundedAmount - sumOf(refunds)
}

/** Returns the amount that was taken back, not refunded, in whole TWD. */
export function takenAmount(payment: RefundFields | undefined): number {
  if (!payment) return 0
  const listed = sumOf(payment.refunds.filter(({ kind }) => kind !== undefined))
  return listed + (payment.unlisted === undefined ? 0 : unlistedAmount(payment))
}
