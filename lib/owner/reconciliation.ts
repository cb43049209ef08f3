import type { Order } from '../order/order.ts'

/** One booking at PayPal; the amount is in whole TWD, below zero for money that left, and its instant ISO 8601 in UTC. */
export type PaypalTransaction = {
  readonly id: string
  readonly kind: 'payment' | 'refund' | 'reversal' | 'other'
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly invoiceId: string
  readonly at: string
}

/** What does not agree between PayPal's books and the shop's. */
export type Disagreement =
  | 'unknown-order'
  | 'not-paid-here'
  | 'other-transaction'
  | 'amount-differs'
  | 'refund-not-recorded'
  | 'missing-at-paypal'

/** One disagreement, with the order number and PayPal's transaction as far as they are known. */
export type Finding = {
  readonly what: Disagreement
  readonly number: string
  readonly transaction?: string
  readonly amount?: number
}

// S is done, V was done and given back since; P is pending and D denied: no money.
const BOOKED = new Set(['S', 'V'])

/** Whether a booking is a sale that brought money. */
export function isSale({ kind, status }: PaypalTransaction): boolean {
  return kind === 'payment' && BOOKED.has(status)
}

/** Whether a booking gave a sale's money back. */
export function isGivenBack({ kind, status }: PaypalTransaction): boolean {
  return (kind === 'refund' || kind === 'reversal') && BOOKED.has(status)
}

function saleDisagreement(sale: PaypalTransaction, order: Order | undefined) {
  if (!order) return 'unknown-order'
  // What awaits review or was given back is known to the shop, and looked after there.
  const state = order.payment?.state
  if (state === 'review') return undefined
  if (order.status === '待付款' && state !== 'refunded') return 'not-paid-here'
  if (order.payment?.captureId !== sale.id) return 'other-transaction'
  return sale.currency === 'TWD' && sale.amount === order.totalAmount ? undefined : 'amount-differs'
}

function refundDisagreement(order: Order | undefined) {
  if (!order) return 'unknown-order'
  const state = order.payment?.state
  return state === 'refunded' || state === 'review' ? undefined : 'refund-not-recorded'
}

function atPaypal(
  booked: readonly PaypalTransaction[],
  orders: ReadonlyMap<string, Order>,
): Finding[] {
  return booked.flatMap((one) => {
    const order = orders.get(one.invoiceId)
    const what = isSale(one)
      ? saleDisagreement(one, order)
      : isGivenBack(one)
        ? refundDisagreement(order)
        : undefined
    const { invoiceId: number, id: transaction, amount } = one
    return what ? [{ what, number, transaction, amount }] : []
  })
}

/** Where PayPal's bookings of a day and the shop's orders disagree: `orders` are those that the bookings name, `paid` those whose money came in that day by the shop's own record. */
export function disagreements({
  booked,
  orders,
  paid,
}: {
  readonly booked: readonly PaypalTransaction[]
  readonly orders: readonly Order[]
  readonly paid: readonly Order[]
}): readonly Finding[] {
  const byNumber = new Map(orders.map((order) => [order.orderId, order]))
  const sold = new Set(booked.filter(isSale).map(({ invoiceId }) => invoiceId))
  const missing = paid
    .filter(({ orderId }) => !sold.has(orderId))
    .map(({ orderId: number, totalAmount: amount }) => ({
      what: 'missing-at-paypal' as const,
      number,
      amount,
    }))
  return [...atPaypal(booked, byNumber), ...missing]
}

/** When PayPal took an order's money, ISO 8601 in UTC: what the capture itself says, else when the shop learned of it. */
export function capturedAt(order: Pick<Order, 'paidAt' | 'paymentDetails'>): string | undefined {
  const told: unknown = order.paymentDetails?.createTime
  const at = typeof told === 'string' ? Date.parse(told) : Number.NaN
  return Number.isNaN(at) ? order.paidAt : new Date(at).toISOString()
}
