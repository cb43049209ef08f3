import type { Order } from '#lib/order/order.ts'
import { at, makeAttempt, makeOrder, makePayment, TOTAL } from '#lib/payment/orders.fixture.ts'
import type { Invoicing, InvoiceDocument } from './invoice-schema.ts'

export { after, at, minute } from '#lib/payment/orders.fixture.ts'

/** A paid order of NT$3,080: two shirts and shipping; so much of it was refunded. */
export function paidOrder(overrides: Partial<Order> = {}, refundedAmount = 0): Order {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  const item = {
    id: 'otr-001',
    title: '旅見 T 恤',
    color: '白色',
    size: 'M' as const,
    quantity: 2,
    price: 1500,
    image: '/images/x.jpg',
  }
  const refunds =
    refundedAmount > 0
      ? [{ id: 'R1', amount: refundedAmount, at: '2026-11-21T03:00:00Z', key: 'k' }]
      : []
  return makeOrder({
    status: '已付款',
    paidAt: '2026-11-21T02:09:00.000Z',
    items: [item],
    payment: makePayment([captured], { captureId: 'C1', refundedAmount, refunds }),
    ...overrides,
  })
}

/** The invoice of such an order, as the wish writes it. */
export function makeWish(overrides: Partial<Invoicing> = {}): Invoicing {
  return {
    relateNumber: 'OT20261121100001',
    amount: 3080,
    state: 'wished',
    documents: [],
    ...overrides,
  }
}

/** The same, issued on 21 November 2026. */
export function makeIssued(overrides: Partial<Invoicing> = {}): Invoicing {
  const known = { number: 'AB10000000', random: '1234', issuedAt: '2026-11-21T02:10:00.000Z' }
  return makeWish({ state: 'issued', ...known, ...overrides })
}

/** An allowance of NT$500 on it, which is made. */
export const makeDocument = (overrides: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  kind: 'allowance',
  amount: 500,
  state: 'done',
  before: TOTAL,
  claim: 'one',
  sentAt: at(20),
  ...overrides,
})
/** A void of the whole or such an allowance, without an answer yet. */
export const makeOpen = (kind: InvoiceDocument['kind'], overrides: Partial<InvoiceDocument> = {}) =>
  makeDocument({ kind, state: 'sending', amount: kind === 'void' ? TOTAL : 500, ...overrides })
/** A paid order with an issued invoice; so much of it was refunded. */
export const issuedOrder = (
  overrides: Partial<Invoicing> = {},
  back = 0,
  more: Partial<Order> = {},
) => paidOrder({ invoicing: makeIssued(overrides), ...more }, back)
/** The same with an invoice that is wished for. */
export const wishedOrder = (
  overrides: Partial<Invoicing> = {},
  back = 0,
  more: Partial<Order> = {},
) => paidOrder({ invoicing: makeWish(overrides), ...more }, back)
