import { isMoney, type PaypalTransaction } from '#lib/ledger/disagreements.ts'
import type { StoredMovement } from '#lib/ledger/entries.ts'
import { booksBehind } from '#lib/payment/provider-terms.ts'
import type { Span } from './month.ts'

/** Cause of a movement: sale, refund, reversal, chargeback, or a fee and its return. */
export type MovementKind =
  | Exclude<PaypalTransaction['kind'], 'payment' | 'other'>
  | StoredMovement['kind']

/**
 * One movement in whole TWD, negative for outgoing money. `fee` is unknown until PayPal books it.
 * Times are ISO 8601, UTC.
 */
export type Movement = {
  readonly at: string
  readonly kind: MovementKind
  readonly amount: number
  readonly fee: number | undefined
  readonly currency: string
  readonly transaction: string
  readonly number: string
  readonly order: string | undefined
  readonly isBooked: boolean | undefined
  /** Who moved it. */
  readonly provider: string
}

/**
 * Totals of movements in whole TWD. `unbooked` counts those PayPal lacks; without `hasFees`, `fees`
 * and `net` are incomplete.
 */
export type MovementTotals = {
  readonly sales: number
  readonly sold: number
  readonly returnedMoney: number
  readonly fees: number
  readonly hasFees: boolean
  readonly net: number
  readonly unbooked: number
}

/** The order of a booking, by its document and its number. */
export type OrderName = { readonly id: string; readonly number: string }

/** The shop's own record and PayPal's books, with the order of each booking; both may cover more than the span. */
export type Books = {
  readonly booked: readonly PaypalTransaction[]
  readonly stored: readonly StoredMovement[]
  readonly orderOf: (paypalTransaction: PaypalTransaction) => OrderName | undefined
}

function bookedMovement(
  paypalTransaction: PaypalTransaction,
  order: OrderName | undefined,
): Movement | undefined {
  const { kind, at, id: transaction, currency, invoiceId } = paypalTransaction
  const number = order?.number ?? invoiceId
  const where = { order: order?.id, number, isBooked: true, provider: 'paypal' }
  const known = { at, transaction, currency, ...where }
  if (kind === 'fee') return { ...known, kind, amount: 0, fee: paypalTransaction.amount }
  if (!isMoney(paypalTransaction) || kind === 'other') return undefined
  const named = kind === 'payment' ? 'sale' : kind
  // No fee in the booking means no fee.
  return {
    ...known,
    kind: named,
    amount: paypalTransaction.amount,
    fee: paypalTransaction.fee ?? 0,
  }
}

/** Whether an instant is within a span. */
export function isWithin(at: string, { from, until }: Span): boolean {
  const time = Date.parse(at)
  return time >= Date.parse(from) && time < Date.parse(until)
}

const TAKEN: ReadonlySet<string> = new Set(['reversal', 'chargeback'])

// Booked under the same id or, without an id, as money of the same payment that went the same way.
function bookedTest(booked: readonly PaypalTransaction[]) {
  const ids = new Set(booked.map(({ id }) => id))
  const others = booked.filter(({ kind }) => TAKEN.has(kind) || kind === 'returned')
  return ({ refs, kind, orderNumber }: StoredMovement) => {
    if (refs.transaction !== '') return ids.has(refs.transaction)
    const isAlike = (paypalTransaction: PaypalTransaction) =>
      paypalTransaction.kind === kind || (TAKEN.has(paypalTransaction.kind) && TAKEN.has(kind))
    return others.some(
      (other) =>
        isAlike(other) && (other.captureId === refs.capture || other.invoiceId === orderNumber),
    )
  }
}

/**
 * Returns all movements within a range, oldest first: from PayPal's books, else from the shop's
 * records.
 */
export function movements({ booked, stored, orderOf }: Books, span: Span): readonly Movement[] {
  const isBookedAs = bookedTest(booked)
  const inBooks = booked
    .filter(({ at }) => isWithin(at, span))
    .flatMap(
      (paypalTransaction): Movement | [] =>
        bookedMovement(paypalTransaction, orderOf(paypalTransaction)) ?? [],
    )
  const ours = stored
    .filter((own) => isWithin(own.at, span) && !isBookedAs(own))
    .map((own): Movement => {
      const { at, kind, amount, fee, refs, orderId: order, orderNumber: number, provider } = own
      const isBooked = booksBehind(provider) === undefined ? undefined : false
      const { transaction } = refs
      const where = { number, order, isBooked, provider }
      return { at, kind, amount, fee, currency: 'TWD', transaction, ...where }
    })
  return [...inBooks, ...ours].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** The totals of movements in TWD, without those of another currency or an unreadable amount. */
export function movementTotals(all: readonly Movement[]): MovementTotals {
  const known = all.filter(({ amount, currency }) => currency === 'TWD' && !Number.isNaN(amount))
  const sum = (some: readonly Movement[], of: (movement: Movement) => number) =>
    some.reduce((total, movement) => total + of(movement), 0)
  const sales = known.filter(({ kind, amount }) => kind === 'sale' && amount > 0)
  const sold = sum(sales, ({ amount }) => amount)
  const moved = sum(known, ({ amount }) => amount)
  const fees = sum(known, ({ fee = 0 }) => fee)
  return {
    sales: sales.length,
    sold,
    returnedMoney: sold - moved,
    fees,
    hasFees: known.every(({ fee }) => fee !== undefined),
    net: moved + fees,
    unbooked: all.filter(({ isBooked }) => isBooked === false).length,
  }
}
