import { z } from 'zod'
import type { ProviderCapture } from './provider.ts'
import { webAddress } from '../../text/text-schemas.ts'
import { PAYMENT_METHODS, termsOf } from './methods.ts'

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
  /** Set for a refund by hand that goes to an account of the buyer's, which no order keeps (rule 1315). */
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

/** Why the provider's answer about a payment can't be taken as it is. */
export const MISMATCHES = [
  'currency',
  'amount',
  'custom-id',
  'invoice-id',
  'two-captures',
  'refund-without-amount',
  'unknown-capture-status',
  'completed-without-capture',
] as const
export type Mismatch = (typeof MISMATCHES)[number]

/** Why a payment awaits the owner's decision. `other` is a stored reason that this version does not know. */
export const REVIEW_REASONS = [
  ...MISMATCHES,
  'second-capture',
  'paid-after-cancel',
  'paid-without-pieces',
  'duplicate-invoice',
  'missing-at-provider',
  'other',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** A stored reason; one that is not known stays readable. */
export const reviewReasonSchema = z.enum(REVIEW_REASONS).catch('other')

const WORDS: Readonly<Record<ReviewReason, (provider: string) => string>> = {
  currency: () => '幣別不是新臺幣',
  amount: () => '金額和訂單不同',
  'custom-id': (provider) => `${provider} 的款項寫著另一筆訂單`,
  'invoice-id': (provider) => `${provider} 的款項寫著另一個訂單編號`,
  'two-captures': () => '同一次付款收了兩筆款項',
  'refund-without-amount': (provider) => `${provider} 有退款或扣款，但查不到金額`,
  'unknown-capture-status': (provider) => `${provider} 的款項狀態不明`,
  'completed-without-capture': (provider) => `${provider} 說已完成，但沒有款項`,
  'second-capture': () => '收到第二筆款項',
  'paid-after-cancel': () => '訂單取消後才收到款項',
  'paid-without-pieces': () => '收到款項時商品已售完',
  'duplicate-invoice': (provider) => `${provider} 說這個訂單編號在別處已有款項`,
  'missing-at-provider': (provider) => `${provider} 找不到原本在審核的款項`,
  other: (provider) => `原因不明，請到 ${provider} 查看這筆款項`,
}

/** Why a payment awaits the owner's decision, in words; `provider` is the one by which the order is paid. */
export function reviewReasonWords(reason: ReviewReason, provider: string): string {
  return WORDS[reason](provider)
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

export const ATTEMPT_STATES = [
  /** Requested; the provider's reference is not stored yet. */
  'creating',
  'open',
  /** A capture was sent, its outcome is unknown. */
  'capturing',
  /** The provider took nothing; the buyer may approve the same attempt again. */
  'refused',
  'pending',
  'captured',
  /** The attempt can't bring money any more. */
  'closed',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** The number that the shop shows its buyer, to be paid by a transfer or in a store: where it is paid, and at ECPay's page. */
export const shownNumberSchema = z.object({
  /** The bank's code of three digits; missing for a store's number. */
  bank: z.string().optional(),
  number: z.string(),
  /** A page with the number's barcode, for a store's till. */
  page: webAddress.optional(),
})
export type ShownNumber = Readonly<z.infer<typeof shownNumberSchema>>

/** One attempt to pay: one order at the payment provider. Times are ISO 8601 in UTC. */
export const attemptSchema = z.object({
  /** Part of the create call's key. */
  number: z.int().min(1),
  provider: z.string(),
  method: z.enum(PAYMENT_METHODS),
  state: z.enum(ATTEMPT_STATES),
  reference: z.string().optional(),
  /** The provider's page for the buyer. */
  approveAt: webAddress.optional(),
  /** Part of the capture's key. */
  captureAttempt: z.int().min(1),
  /** Captures sent under the current key. */
  sends: z.int().min(0),
  sentAt: z.iso.datetime().optional(),
  /** Random id of the request that may send the current capture. */
  claim: z.string().optional(),
  /** Refusals that the newest approval answers; it allows a capture only while it answers all. */
  answersRefusals: z.int().min(0).optional(),
  /** Ids of the provider's approval events. */
  approvalEvents: z.array(z.string()).default([]),
  refusals: z.int().min(0),
  refusedAt: z.iso.datetime().optional(),
  /** The last refusal by the provider's own clock. */
  providerRefusedAt: z.iso.datetime().optional(),
  missingAt: z.iso.datetime().optional(),
  /** When the provider first knew a number that the buyer's browser brings there. */
  postedAt: z.iso.datetime().optional(),
  /** When the provider said, signed, that the buyer has paid, before reading the payment back showed it. */
  toldPaidAt: z.iso.datetime().optional(),
  /** The number that its buyer pays, and until when; only where the shop shows one. */
  shown: shownNumberSchema.optional(),
  expiresAt: z.iso.datetime().optional(),
  captureId: z.string().optional(),
  reason: z.string().optional(),
  startedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type Attempt = Readonly<z.infer<typeof attemptSchema>>

/** The state of an order's payment as a whole; it follows from its attempts (`paymentState`). */
export const PAYMENT_STATES = [
  'creating',
  'open',
  'capturing',
  'pending',
  'declined',
  'expired',
  'paid',
  'partly-refunded',
  'refunded',
  'review',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Payment of an order. With `review`, the owner decides about its money. */
export const paymentSchema = z.object({
  state: z.enum(PAYMENT_STATES),
  method: z.enum(PAYMENT_METHODS),
  attempts: z.array(attemptSchema),
  /** The references of all attempts, for the database to search. */
  references: z.array(z.string()),
  /** The capture that pays the order. */
  captureId: z.string().optional(),
  refundedAmount: z.int().min(0),
  refunds: z.array(refundSchema),
  /** The kind of taking in `refundedAmount` that `refunds` does not list. */
  unlisted: takenKindSchema.optional(),
  refundRequests: z.array(refundRequestSchema).optional(),
  disputes: z.array(disputeSchema).optional(),
  /** Whether any dispute is open. */
  disputed: z.boolean().optional(),
  review: z.object({ reason: reviewReasonSchema, at: z.iso.datetime() }).optional(),
  changedAt: z.iso.datetime(),
})

export type Payment = Readonly<z.infer<typeof paymentSchema>>

/** The key that makes creating the provider's order repeatable; it changes only with the attempt. */
export function createKey(orderDocument: string, attempt: number): string {
  return `create:${orderDocument}:${attempt}`
}

/** The key that makes a capture repeatable; its number grows only after a definite refusal. */
export function captureKey(reference: string, captureAttempt: number): string {
  return `capture:${reference}:${captureAttempt}`
}

/** Maximum number of attempts that an order starts within an hour. */
export const ATTEMPTS_AN_HOUR = 6

/** After so many refusals the page offers the other way to pay. */
export const MOST_REFUSALS = 3

/** The attempt with this reference of the provider's. */
export function findAttempt(payment: Payment | undefined, reference: string): Attempt | undefined {
  return payment?.attempts.find((attempt) => attempt.reference === reference)
}

/** Whether nothing was sent for an attempt, nor changed on it where nothing was sent, for so many milliseconds. */
export function isSilentFor(
  { sentAt, changedAt }: Attempt,
  time: number,
  { now }: { readonly now: Date },
): boolean {
  return now.getTime() - Date.parse(sentAt ?? changedAt) > time
}

const LOCKING: ReadonlySet<AttemptState> = new Set(['capturing', 'pending', 'captured'])

/** Whether an attempt holds money or may do so, so that no other one of the order may be captured. */
export function isLocking({ state }: Attempt): boolean {
  return LOCKING.has(state)
}

/** Whether the provider may know an outcome of this attempt that the shop does not. */
export function isUnsettledAttempt({ reference, state }: Attempt): boolean {
  return reference !== undefined && state !== 'captured' && state !== 'closed'
}

/** When an attempt without money ends, in milliseconds since 1970: by its own deadline, or after its provider's time. */
export function attemptEnd({ provider, startedAt, expiresAt }: Attempt): number {
  const { openFor, takesByItself } = termsOf(provider)
  return expiresAt === undefined
    ? Date.parse(startedAt) + openFor
    : Date.parse(expiresAt) + (takesByItself?.lag ?? 0)
}

/** An attempt with the number that its buyer pays, and its deadline. */
export type NumberedAttempt = Attempt & { readonly shown: ShownNumber; readonly expiresAt: string }

/** The attempt whose number a buyer may still pay, or may just have paid: ECPay tells of it up to a day late. */
export function numberedAttempt(payment: Pick<Payment, 'attempts'> | undefined) {
  return payment?.attempts.findLast(
    (one): one is NumberedAttempt =>
      one.state === 'open' && one.shown !== undefined && one.expiresAt !== undefined,
  )
}

/** The same while its deadline has not passed: the number is shown, and no other one is made. */
export function openNumber(payment: Pick<Payment, 'attempts'> | undefined, now: Date) {
  const attempt = numberedAttempt(payment)
  return attempt && Date.parse(attempt.expiresAt) > now.getTime() ? attempt : undefined
}
