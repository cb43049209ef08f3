import type { InvoiceFinding } from '#lib/invoice/compare-invoice.ts'
import type { Order } from '#lib/order/order.ts'
import type { ProviderName } from '#lib/payment/methods.ts'
import { booksBehind } from '#lib/payment/provider-terms.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import type { StoredMovement } from './entries.ts'

/**
 * A PayPal booking in whole TWD, negative for outgoing money. `captureId` is its payment,
 * `returned` a chargeback's return.
 */
export type PaypalTransaction = {
  readonly id: string
  readonly kind: 'payment' | 'refund' | 'reversal' | 'chargeback' | 'returned' | 'fee' | 'other'
  readonly status: string
  readonly amount: number
  readonly fee?: number | undefined
  readonly currency: string
  readonly invoiceId: string
  readonly captureId: string
  readonly at: string
}

/** Disagreements between a provider's report and the shop. */
export type Disagreement =
  | 'unknown-order'
  | 'not-paid-here'
  | 'other-transaction'
  | 'amount-differs'
  | 'refund-not-recorded'
  | 'chargeback-not-recorded'
  | 'missing-at-provider'
  | InvoiceFinding
  | 'not-read'
  | 'numbers-not-read'

/** One disagreement, with order number and transaction as far as they are known; PayPal's where no other is named. */
export type Finding = {
  readonly provider?: ProviderName | undefined
  readonly what: Disagreement
  readonly number: string
  readonly transaction?: string
  readonly amount?: number
}

// S is done, V was done and given back since; P is pending and D denied: no money.
const BOOKED = new Set(['S', 'V'])

/** Whether a booking is a sale that brought money. */
export function isSale({ kind, status, amount }: PaypalTransaction): boolean {
  return kind === 'payment' && amount > 0 && BOOKED.has(status)
}

/** Whether a booking took a sale's money away: a refund, a reversal or a chargeback. */
export function isMoneyReturned({ kind, status }: PaypalTransaction): boolean {
  return ['refund', 'reversal', 'chargeback'].includes(kind) && BOOKED.has(status)
}

/** Whether a booking moved money between shopper and shop, either way; holds and fees do not. */
export function isMoney(paypalTransaction: PaypalTransaction): boolean {
  return (
    isSale(paypalTransaction) ||
    isMoneyReturned(paypalTransaction) ||
    (paypalTransaction.kind === 'returned' && BOOKED.has(paypalTransaction.status))
  )
}

function saleDisagreement(sale: PaypalTransaction, order: Order | undefined) {
  if (!order) return 'unknown-order'
  // Orders under review are known already.
  if (order.payment?.review) return undefined
  const returned = order.payment?.returned?.find(({ captureRef }) => captureRef === sale.id)
  if (returned) return returned.amount === sale.amount ? undefined : 'amount-differs'
  if (order.status === '待付款' || order.status === '已取消') return 'not-paid-here'
  if (order.payment?.captureId !== sale.id) return 'other-transaction'
  return sale.currency === 'TWD' && sale.amount === order.totalAmount ? undefined : 'amount-differs'
}

// Whether a booking is of money that came and went back without paying its order.
function isReturned({ id, captureId }: PaypalTransaction, { payment }: Order): boolean {
  const ids = payment?.returned?.flatMap((one) => [
    one.captureRef,
    ...one.refunds.map((refund) => refund.id),
  ])
  return ids?.some((one) => one === id || one === captureId) ?? false
}

// A refund is known by its id. A reversal need not be among the refunds: then its amount is part of what was given back.
function refundDisagreement(booking: PaypalTransaction, order: Order | undefined) {
  if (!isMoneyReturned(booking)) return undefined
  if (!order) return 'unknown-order'
  const { payment } = order
  if (payment?.review) return undefined
  const { refunds = [], refundedAmount = 0, disputes = [] } = payment ?? {}
  const isListed = refunds.some(({ id }) => id === booking.id) || isReturned(booking, order)
  const unlisted = refundedAmount - refunds.reduce((sum, { amount }) => sum + amount, 0)
  const isRecorded = isListed || unlisted >= Math.abs(booking.amount)
  if (booking.kind === 'refund') return isRecorded ? undefined : 'refund-not-recorded'
  // A chargeback after a dispute was won is another one.
  const isDisputed = disputes.some(
    (dispute) => dispute.state !== 'won' || booking.at <= dispute.changedAt,
  )
  return isRecorded || isDisputed ? undefined : 'chargeback-not-recorded'
}

/** Returns a payment's sale and refunds as bookings; `at` is used for missing times. */
export function bookingsFrom(shown: ProviderOrder, at: string): readonly PaypalTransaction[] {
  const [first] = shown.captures
  if (!first) return []
  const when = (time: string) =>
    Number.isNaN(Date.parse(time)) ? at : new Date(time).toISOString()
  const { currency, invoiceId } = first
  const sales = shown.captures.map(({ id, amount, status, createTime, ...sale }) => ({
    id,
    kind: 'payment' as const,
    status: ['completed', 'refunded', 'partly-refunded'].includes(status) ? 'S' : 'P',
    amount,
    currency: sale.currency,
    invoiceId: sale.invoiceId,
    captureId: id,
    at: when(createTime),
  }))
  const back = shown.refunds.map(({ id, amount, at: time }) => {
    const known = { id, amount: -amount, currency, invoiceId, captureId: first.id, at: when(time) }
    return { ...known, kind: 'refund' as const, status: 'S' }
  })
  return [...sales, ...back]
}

/** Refunds that the shop recorded and the provider's report lacks. */
export function missingRefunds(
  booked: readonly PaypalTransaction[],
  orders: readonly Order[],
): readonly Finding[] {
  return orders.flatMap((order): Finding[] => {
    const own = booked.filter(
      (paypalTransaction) =>
        isMoneyReturned(paypalTransaction) &&
        orderOf(paypalTransaction, orders) === order &&
        !isReturned(paypalTransaction, order),
    )
    const gap = own.reduce((sum, { amount }) => sum + amount, order.payment?.refundedAmount ?? 0)
    return gap > 0 ? [{ what: 'amount-differs', number: order.orderNumber, amount: -gap }] : []
  })
}

/** The order that a booking belongs to: the one that its capture pays, else the one with its order number. */
export function orderOf(
  { captureId, invoiceId }: PaypalTransaction,
  orders: readonly Order[],
): Order | undefined {
  const ofCapture = orders.find(({ payment }) =>
    payment?.attempts.some((attempt) => attempt.captureId === captureId),
  )
  return ofCapture ?? orders.find(({ orderNumber }) => orderNumber === invoiceId)
}

/** Returns where a provider's bookings and the shop's orders disagree; `orders` are those that the bookings name. */
export function bookingFindings(
  booked: readonly PaypalTransaction[],
  orders: readonly Order[],
): readonly Finding[] {
  return booked.flatMap((paypalTransaction): Finding[] => {
    const order = orderOf(paypalTransaction, orders)
    const what = isSale(paypalTransaction)
      ? saleDisagreement(paypalTransaction, order)
      : refundDisagreement(paypalTransaction, order)
    const number = order?.orderNumber ?? paypalTransaction.invoiceId
    return what
      ? [{ what, number, transaction: paypalTransaction.id, amount: paypalTransaction.amount }]
      : []
  })
}

/**
 * Returns the differences between a provider's bookings and the shop's. `paid` are the shop's
 * payments of that day.
 */
export function disagreements({
  booked,
  orders,
  paid,
}: {
  readonly booked: readonly PaypalTransaction[]
  readonly orders: readonly Order[]
  readonly paid: readonly Order[]
}): readonly Finding[] {
  const sold = new Set(
    booked
      .filter(isSale)
      .map((paypalTransaction) => orderOf(paypalTransaction, orders)?.orderNumber),
  )
  const missing = paid
    .filter((order) => !sold.has(order.orderNumber))
    .map(({ orderNumber: number, totalAmount: amount }) => missingSale(number, amount))
  return [...bookingFindings(booked, orders), ...missing]
}

function missingSale(number: string, amount: number): Finding {
  return { what: 'missing-at-provider', number, amount }
}

/** The bookings of which the shop has no movement with the same id and amount: their orders say what is wrong, if anything. */
export function unmatchedBookings(
  booked: readonly PaypalTransaction[],
  stored: readonly StoredMovement[],
): readonly PaypalTransaction[] {
  const known = new Map(stored.map(({ refs, amount }) => [refs.transaction, amount]))
  return booked.filter(({ id, currency, amount }) => {
    return currency !== 'TWD' || known.get(id) !== amount
  })
}

/** PayPal's sales by the shop's own record that PayPal's bookings do not have. */
export function missingSales(
  booked: readonly PaypalTransaction[],
  stored: readonly StoredMovement[],
): readonly Finding[] {
  const sales = booked.filter(isSale)
  const captures = new Set(sales.map(({ id }) => id))
  const numbers = new Set(sales.map(({ invoiceId }) => invoiceId))
  const own = stored.filter((one) => one.isSale && booksBehind(one.provider) !== undefined)
  return own
    .filter(({ refs, orderNumber }) => !captures.has(refs.capture) && !numbers.has(orderNumber))
    .map(({ orderNumber, amount }) => missingSale(orderNumber, amount))
}
