import { z } from 'zod'

import type { Order } from '#lib/order/order.ts'
import type { ProviderName } from '#lib/payment/methods.ts'
import type { Payment } from '#lib/payment/payment.ts'
import { unlistedAmount } from '#lib/payment/refund/charged-back.ts'

/**
 * Why money moved: a sale, a refund, money taken back, taken money that came back, a carrier's fee, or money that came
 * without paying its order and went back (暫收款).
 */
export const MOVEMENT_KINDS = [
  'sale',
  'refund',
  'reversal',
  'chargeback',
  'returned',
  'parcel',
  'suspense',
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

/** What is no sale and takes none back: a carrier's fee, and money that paid no order. */
export const NO_SALES: ReadonlySet<StoredMovement['kind']> = new Set(['parcel', 'suspense'])

/** Number of sales, and the amounts sold and given back, in whole TWD. */
export type MovementSums = {
  readonly sales: number
  readonly sold: number
  readonly returnedMoney: number
}

/** A movement before it has its id and its order; without `provider` it is of the order's own. */
export type LedgerEntry = Pick<StoredMovement, 'at' | 'kind' | 'amount' | 'fee'> & {
  readonly transaction: string
  readonly provider?: string
  /** Its capture, where that is not the one that pays the order. */
  readonly capture?: string
}

/** Entries that an event books, by the order before and after it. */
type Booking<Event = unknown> = (
  event: Event & { readonly at: string },
  before: Order,
  after: Order,
) => readonly LedgerEntry[]

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
  const taken: unknown = order.paymentDetails?.createTime
  return isoTime(typeof taken === 'string' ? taken : '') ?? order.paidAt
}

/** A time of a provider's as ISO 8601 in UTC, or undefined if it tells none. */
export function isoTime(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

// Money that went back; what is not listed is dated by when the shop heard of it.
function backEntries(payment: Payment, history: Order['history'], at: string): LedgerEntry[] {
  const listed = payment.refunds.map(({ id: transaction, amount, at: when, kind }): LedgerEntry => {
    return { at: isoTime(when) ?? at, kind: kind ?? 'refund', amount: -amount, transaction }
  })
  const left = unlistedAmount(payment)
  const heard = history.findLast(
    ({ type }) => type === 'money.refunded' || type === 'money.reversed',
  )
  const { unlisted, changedAt } = payment
  // What the provider itself decided is no bank's.
  const byBank = payment.disputes?.some(
    (dispute) => dispute.state === 'lost' && dispute.channel !== 'provider',
  )
  const kind = unlisted ?? (byBank ? 'chargeback' : 'reversal')
  const rest = { at: heard?.at ?? changedAt, kind, amount: -left, transaction: '' }
  return left > 0 ? [...listed, rest] : listed
}

// Money that came and went back without paying the order for good; what paid it once stays the sale that it was.
function returnedEntries({ payment }: Order): readonly LedgerEntry[] {
  const returned = payment?.returned?.filter(({ amount }) => amount !== 0) ?? []
  return returned.flatMap((one): LedgerEntry[] => {
    const { captureRef: capture, provider, amount, at, refunds, wasSale } = one
    const own = { provider, capture }
    const backs = refunds.map((refund): LedgerEntry => {
      const kind = refund.kind ?? (wasSale ? 'refund' : 'suspense')
      const { id: transaction, at: when } = refund
      return { ...own, at: isoTime(when) ?? at, kind, amount: -refund.amount, transaction }
    })
    const kind = wasSale ? 'sale' : 'suspense'
    return [{ ...own, at, kind, amount, transaction: capture } as const, ...backs]
  })
}

// All of an order's money: its sale and what went back, and what came and went beside it.
function moneyEntries(order: Order): readonly LedgerEntry[] {
  return [...ownEntries(order), ...returnedEntries(order)]
}

// An order's sale, and all that went back.
function ownEntries(order: Order): readonly LedgerEntry[] {
  const { payment, manualSale, totalAmount: amount, history } = order
  const at = capturedAt(order)
  if (at === undefined) return []
  const sale = { at, kind: 'sale', amount, provider: providerTaking(order) } as const
  if (manualSale) {
    // Each of the owner's own bookings has a name, as a provider's has.
    const back = manualSale.refunds.map((refund, index): LedgerEntry => {
      return {
        at: refund.at,
        kind: 'refund',
        amount: -refund.amount,
        transaction: `hand-${index + 1}`,
      }
    })
    return [{ ...sale, transaction: 'hand' }, ...back]
  }
  if (!payment?.captureId) return []
  return [{ ...sale, transaction: payment.captureId }, ...backEntries(payment, history, at)]
}

/** Books what an event changes of an order's money; a known entry is corrected at the event's time. */
export const book: Booking = ({ at }, before, after) => {
  const known = moneyEntries(before).map((moneyEntry) => ({
    ...moneyEntry,
    at,
    amount: 0 - moneyEntry.amount,
  }))
  const groups = Map.groupBy(
    [...known, ...moneyEntries(after)],
    (ledgerEntry) => ledgerEntry.transaction,
  )
  return [...groups.values()]
    .map((group) =>
      group.reduce((first, ledgerEntry) => ({
        ...ledgerEntry,
        at: first.at,
        amount: first.amount + ledgerEntry.amount,
      })),
    )
    .filter(({ amount }) => amount !== 0)
}

/** Books taken money that came back. */
export const bookWonBack: Booking = (event, before, after) =>
  book(event, before, after).map((ledgerEntry) =>
    ledgerEntry.amount > 0 ? { ...ledgerEntry, kind: 'returned' } : ledgerEntry,
  )

const feeEntry = (at: string, transaction: string, fee: number) =>
  ({ at, kind: 'parcel', amount: 0, fee, transaction, provider: 'ecpay' }) as const

/** Books a parcel's fee, or what it changed by. */
export const bookFee: Booking<{
  readonly data: { readonly parcel: string; readonly fee: number }
}> = ({ at, data }, { parcels = [] }) => {
  const { parcel, fee } = data
  const known = parcels.find(({ number }) => number === parcel)?.fee ?? 0
  return fee === known ? [] : [feeEntry(at, parcel, known - fee)]
}

/** The entries of a whole order: its money, and the fees of its parcels. */
export function orderEntries(order: Order): readonly LedgerEntry[] {
  const fees = order.parcels?.flatMap(({ number, fee = 0, feeAt }) =>
    feeAt === undefined || fee === 0 ? [] : [feeEntry(feeAt, number, 0 - fee)],
  )
  return [...moneyEntries(order), ...(fees ?? [])]
}
