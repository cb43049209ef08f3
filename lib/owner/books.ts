import type { Order } from '../order/order.ts'
import { disputeState } from '../payment/disputes.ts'
import type { Span } from './month.ts'
import {
  capturedAt,
  isMoney,
  isTakenBy,
  orderOf,
  type PaypalTransaction,
} from './reconciliation.ts'

/**
 * Why money moved: a sale, a refund, money that PayPal or a bank took back or returned, or a fee
 * that was refunded or charged again.
 */
export type MovementKind = Exclude<PaypalTransaction['kind'], 'payment' | 'other'> | 'sale'

/**
 * One movement of money, by its own date: whole TWD, below zero for money that left. `fee` is PayPal's, below zero
 * where it cost; it is unknown of what PayPal's books do not have. `isBooked` is missing where they never have it,
 * because another provider took the money. Times are ISO 8601 in UTC.
 */
export type Movement = {
  readonly at: string
  readonly kind: MovementKind
  readonly amount: number
  readonly fee: number | undefined
  readonly currency: string
  readonly transaction: string
  readonly number: string
  readonly order: Order | undefined
  readonly isBooked: boolean | undefined
}

/**
 * The totals of movements: how many sales, and sums in whole TWD. `unbooked` counts those not in PayPal's books;
 * without `hasFees` the fee of one or more is unknown, so that `fees` and `net` are no totals.
 */
export type MovementTotals = {
  readonly sales: number
  readonly sold: number
  readonly givenBack: number
  readonly fees: number
  readonly hasFees: boolean
  readonly net: number
  readonly unbooked: number
}

function bookedMovement(one: PaypalTransaction, orders: readonly Order[]): Movement | undefined {
  const { kind, at, id: transaction, currency, invoiceId } = one
  const order = orderOf(one, orders)
  const known = { at, transaction, currency, order, number: order?.orderId ?? invoiceId }
  if (kind === 'fee') return { ...known, kind, amount: 0, fee: one.amount, isBooked: true }
  if (!isMoney(one) || kind === 'other') return undefined
  const named = kind === 'payment' ? 'sale' : kind
  // No fee in the booking means no fee.
  return { ...known, kind: named, amount: one.amount, fee: one.fee ?? 0, isBooked: true }
}

type Own = Pick<Movement, 'at' | 'kind' | 'amount' | 'transaction'>

// Money that left without a refund, such as a chargeback, dated by when the shop heard of it.
function unlistedBack({ payment, history }: Order): Own[] {
  const { refunds = [], refundedAmount = 0, unlisted, changedAt = '' } = payment ?? {}
  const amount = refunds.reduce((left, refund) => left - refund.amount, refundedAmount)
  if (amount <= 0) return []
  const told = history.findLast(
    ({ type }) =>
      type === 'money.refunded' || type === 'money.reversed' || type === 'payment.noted',
  )
  const kind = unlisted ?? (disputeState(payment) === 'lost' ? 'chargeback' : 'reversal')
  return [{ at: told?.at ?? changedAt, kind, amount: -amount, transaction: '' }]
}

function ownMovements(order: Order): readonly Own[] {
  const { payment, totalAmount } = order
  const at = capturedAt(order)
  if (!payment?.captureId || at === undefined) return []
  const refunds = payment.refunds.map(({ id, amount, at: when, kind }): Own => {
    return { at: when, kind: kind ?? 'refund', amount: -amount, transaction: id }
  })
  const sale: Own = { at, kind: 'sale', amount: totalAmount, transaction: payment.captureId }
  return [sale, ...refunds, ...unlistedBack(order)]
}

function isWithin(at: string, { from, until }: Span): boolean {
  const time = Date.parse(at)
  return time >= Date.parse(from) && time < Date.parse(until)
}

// Booked under the same id or, without an id, as money taken back from the same payment.
function isBookedAs(own: Own, order: Order, booked: readonly PaypalTransaction[]): boolean {
  if (own.transaction !== '') return booked.some(({ id }) => id === own.transaction)
  const taken = ['reversal', 'chargeback']
  return booked.some((one) => taken.includes(one.kind) && orderOf(one, [order]) !== undefined)
}

/**
 * Every movement of money within a span, the oldest first: as PayPal's books have it, and as the shop recorded it
 * where they do not. `booked` may cover more than the span, so that nothing near its ends is counted twice.
 */
export function movements(
  {
    booked,
    orders,
  }: { readonly booked: readonly PaypalTransaction[]; readonly orders: readonly Order[] },
  span: Span,
): readonly Movement[] {
  const inBooks = booked
    .filter(({ at }) => isWithin(at, span))
    .flatMap((one) => bookedMovement(one, orders) ?? [])
  const ours = orders.flatMap((order) =>
    ownMovements(order)
      .filter((own) => isWithin(own.at, span) && !isBookedAs(own, order, booked))
      .map((own): Movement => {
        const { orderId: number } = order
        const isBooked = isTakenBy('paypal', order) ? false : undefined
        return { ...own, fee: undefined, currency: 'TWD', number, order, isBooked }
      }),
  )
  return [...inBooks, ...ours].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** The totals of movements in TWD, without those of another currency or an unreadable amount. */
export function movementTotals(all: readonly Movement[]): MovementTotals {
  const known = all.filter(({ amount, currency }) => currency === 'TWD' && !Number.isNaN(amount))
  const sum = (some: readonly Movement[], of: (one: Movement) => number) =>
    some.reduce((total, one) => total + of(one), 0)
  const sales = known.filter(({ kind }) => kind === 'sale')
  const sold = sum(sales, ({ amount }) => amount)
  const moved = sum(known, ({ amount }) => amount)
  const fees = sum(known, ({ fee = 0 }) => fee)
  return {
    sales: sales.length,
    sold,
    givenBack: sold - moved,
    fees,
    hasFees: known.every(({ fee }) => fee !== undefined),
    net: moved + fees,
    unbooked: all.filter(({ isBooked }) => isBooked === false).length,
  }
}
