import type { Dispute } from '#lib/payment/dispute.ts'
import type { Payment } from '#lib/payment/payment.ts'
import type { ProviderCapture } from '#lib/payment/provider.ts'
import type { Refund, TakenKind } from './refund-record.ts'

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
  const known = new Map(payment.refunds.map((refund) => [refund.id, refund]))
  const kept = refunds.map((refund) => {
    const kind = known.get(refund.id)?.kind
    return kind === undefined ? refund : { ...refund, kind }
  })
  const isAllListed = amountBack(capture, refunds, payment.disputes) === sumOf(refunds)
  const takings = takingDisputes(capture, payment.disputes).filter(
    (takingDispute) => isAllListed || refunds.some(({ amount }) => amount === takingDispute.amount),
  )
  const explained = Math.max(takings.length, isAllListed && capture.takenBack ? 1 : 0)
  const byDispute = ({ amount }: Refund) => takings.find((taking) => taking.amount === amount)
  const fresh = kept
    .filter(({ id, key, kind }) => key === undefined && kind === undefined && !known.has(id))
    .toSorted((a, b) => {
      const match = Number(Boolean(byDispute(b))) - Number(Boolean(byDispute(a)))
      return match || b.at.localeCompare(a.at)
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
