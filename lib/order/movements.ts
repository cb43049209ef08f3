import { z } from 'zod'

import { disputeState } from '../payment/disputes.ts'
import type { ProviderName } from '../payment/methods.ts'
import { takenAmount } from '../payment/money-back.ts'
import type { ManualSale } from './manual-sale.ts'
import type { Order } from './order.ts'

/** Why money moved: a sale, a refund, money taken back, taken money that came back, or a carrier's fee. */
export const MOVEMENT_KINDS = [
  'sale',
  'refund',
  'reversal',
  'chargeback',
  'returned',
  'parcel',
] as const

/** The document movements/{id}, written once with its event; times are ISO 8601 in UTC. */
export const movementSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The order's document id. */
  orderId: z.string(),
  orderNumber: z.string(),
  provider: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  isSale: z.boolean(),
  /** Whole TWD, below zero for money that left; 0 for a parcel. */
  amount: z.int(),
  /** A parcel's carrier fee, below zero; the buyer does not pay it. */
  fee: z.int().optional(),
  /** The provider's ids: of the payment, and of this movement, empty where it has none. */
  refs: z.object({ capture: z.string(), transaction: z.string() }),
})
export type StoredMovement = Readonly<z.infer<typeof movementSchema>>

/** Number of sales, and the amounts sold and given back, in whole TWD. */
export type MovementSums = {
  readonly sales: number
  readonly sold: number
  readonly givenBack: number
}

type Entry = Pick<StoredMovement, 'at' | 'kind' | 'amount'> & { readonly transaction: string }

/** The provider that took an order's money: PayPal where that is not known. */
export function providerTaking({
  payment,
  manualSale,
}: Pick<Order, 'payment' | 'manualSale'>): ProviderName | (string & {}) {
  if (manualSale) return manualSale.paidBy
  const paid = payment?.attempts.find(({ captureId }) => captureId === payment.captureId)
  return paid?.provider ?? 'paypal'
}

/** When the provider took an order's money, ISO 8601 in UTC: by the capture, else when the shop learned of it. */
export function capturedAt(order: Pick<Order, 'paidAt' | 'paymentDetails'>): string | undefined {
  const result: unknown = order.paymentDetails?.createTime
  return isoTime(typeof result === 'string' ? result : '') ?? order.paidAt
}

function isoTime(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

// Money that left without a refund, dated by when the shop heard of it.
function unlistedEntries({ payment, history }: Order): Entry[] {
  const { refunds = [], refundedAmount = 0, unlisted, changedAt = '' } = payment ?? {}
  const amount = refunds.reduce((left, refund) => left - refund.amount, refundedAmount)
  if (amount <= 0) return []
  const heard = history.findLast(
    ({ type }) =>
      type === 'money.refunded' || type === 'money.reversed' || type === 'payment.noted',
  )
  const kind = unlisted ?? (disputeState(payment) === 'lost' ? 'chargeback' : 'reversal')
  return [{ at: heard?.at ?? changedAt, kind, amount: -amount, transaction: '' }]
}

// Each of the owner's own bookings has a name, as a provider's has.
function manualSaleEntries(
  { totalAmount }: Order,
  { refunds }: ManualSale,
  at: string,
): readonly Entry[] {
  const back = refunds.map((refund, index): Entry => {
    return {
      at: refund.at,
      kind: 'refund',
      amount: -refund.amount,
      transaction: `hand-${index + 1}`,
    }
  })
  return [{ at, kind: 'sale', amount: totalAmount, transaction: 'hand' }, ...back]
}

/** Lists an order's sale, its refunds, and unlisted money that was taken back. */
function entriesOf(order: Order | undefined): readonly Entry[] {
  const at = order && capturedAt(order)
  if (order?.manualSale && at !== undefined) return manualSaleEntries(order, order.manualSale, at)
  if (!order?.payment?.captureId || at === undefined) return []
  const { captureId, refunds } = order.payment
  const back = refunds.map(({ id, amount, at: when, kind }): Entry => {
    return { at: isoTime(when) ?? at, kind: kind ?? 'refund', amount: -amount, transaction: id }
  })
  const sale: Entry = { at, kind: 'sale', amount: order.totalAmount, transaction: captureId }
  return [sale, ...back, ...unlistedEntries(order)]
}

// Books money won back as `returned`, and any other shrunk record as a correction of its own kind.
function correctEntry(entry: Entry, amount: number, { before, after }: Change, at: string): Entry {
  const isWonBack = takenAmount(before?.payment) > takenAmount(after.payment)
  const isTaken = entry.kind === 'reversal' || entry.kind === 'chargeback'
  return { ...entry, at, amount, kind: isTaken && isWonBack ? 'returned' : entry.kind }
}

type Change = { readonly before: Order | undefined; readonly after: Order }

function difference(change: Change): readonly Entry[] {
  const { before, after } = change
  const at = after.history.at(-1)?.at ?? after.createdAt
  const earlier = new Map(entriesOf(before).map((entry) => [entry.transaction, entry]))
  const later = entriesOf(after)
  const moved = later.flatMap((entry): Entry[] => {
    const known = earlier.get(entry.transaction)
    if (!known) return [entry]
    const amount = entry.amount - known.amount
    if (amount === 0) return []
    return [amount < 0 ? { ...entry, at, amount } : correctEntry(entry, amount, change, at)]
  })
  const gone = [...earlier.values()].filter(
    ({ transaction }) => !later.some((entry) => entry.transaction === transaction),
  )
  return [...moved, ...gone.map((entry) => correctEntry(entry, 0 - entry.amount, change, at))]
}

// Books the difference between a parcel's known fee and its new one.
function parcelFees({ before, after }: Change) {
  return (after.parcels ?? []).flatMap(({ number, fee = 0, feeAt }) => {
    const known = before?.parcels?.find((one) => one.number === number)?.fee ?? 0
    if (feeAt === undefined || fee === known) return []
    const entry: Entry = { at: feeAt, kind: 'parcel', amount: 0, transaction: number }
    return [{ ...entry, fee: known - fee, provider: 'ecpay' }]
  })
}

/**
 * Returns the money movements of a change; they sum to paid less given back. A repeat writes the
 * same ids.
 */
export function movementsBetween(before: Order | undefined, after: Order): StoredMovement[] {
  const paid = after.payment?.captureId === undefined ? (before ?? after) : after
  const capture = paid.payment?.captureId ?? ''
  const event = String(after.history.length)
  const moved = [...difference({ before, after }), ...parcelFees({ before, after })]
  return moved.map(({ transaction, ...entry }) => ({
    provider: providerTaking(paid),
    ...(after.manualSale ? { fee: 0 } : {}),
    ...entry,
    id: [after.id, event, transaction].filter(Boolean).map(encodeURIComponent).join('-'),
    orderId: after.id,
    orderNumber: after.orderId,
    isSale: entry.kind === 'sale' && entry.amount > 0,
    refs: { capture, transaction },
  }))
}
