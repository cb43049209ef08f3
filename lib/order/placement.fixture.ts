import assert from 'node:assert/strict'

import type { FullAccount } from '#lib/account/account.ts'
import { LIMITS } from '#lib/account/standing.ts'
import { makeStoredCode } from '#lib/discount/discount.fixture.ts'
import type { ReservedStock } from '#lib/inventory/stock.ts'
import { at, makeOrder, minute } from '#lib/payment/orders.fixture.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import type { Product } from '#lib/product/product.ts'
import type { AccountOrders } from './account-reservations.ts'
import { newEvent } from './events.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { type OrderContext, place } from './placement.ts'

const shirt = makeProduct({ id: 'a' })
const early: Product = { ...shirt, id: 'b', preorder: true, preorder_limit: 50, stock: 0 }
const account: FullAccount = {
  uid: 'ada',
  email: 'ada@example.com',
  name: '',
  method: 'password',
  methods: ['password'],
  emailVerified: true,
  isOwner: false,
  isStaff: false,
  signedInAt: 0,
}
/** A verified member's order of the fixture's products. */
export const by = { account, products: [shirt, early], offers: [], now: minute(0) }

/** A line of so many of the first shirt. */
export function item(quantity: number, overrides: Partial<OrderItem> = {}): OrderItem {
  const fields = {
    id: 'a',
    title: '晴天',
    color: '白色',
    size: 'M' as const,
    price: 500,
    image: '',
  }
  return { ...fields, quantity, ...overrides }
}

/** An order of three shirts that is to be placed. */
export const { orderNumber: _orderNumber, ...draft } = makeOrder({
  id: 'doc-2',
  items: [item(3)],
  history: [newEvent('order.placed', {}, { now: minute(0), by: 'member' })],
})
/** An account that has never ordered. */
export const NEW_ACCOUNT: AccountOrders = { recent: [], unpaid: [], reservations: [] }
/** Context of an order transaction without obstacles. */
export const makeContext = (overrides: Partial<OrderContext> = {}): OrderContext => ({
  order: undefined,
  count: 6,
  account: NEW_ACCOUNT,
  hasPaid: false,
  taken: new Map(),
  replaceable: [],
  overdue: [],
  ...overrides,
})
/** Reserved units of the first product. */
export const makeReserved = (a: ReservedStock) => new Map([['a', a]])

/** Returns the placement; throws when it is refused. */
export function placeDraft(overrides: Partial<OrderContext> = {}, order = draft, who = by) {
  const answer = place(order, who)(makeContext(overrides))
  assert.ok(!('ok' in answer))
  return answer
}

/** Returns the order that a code takes NT$100 off; throws when it is refused. */
export function placeWithCode(order: typeof draft, who = by): Order {
  const gross = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const member = { key: 'hash-ada', keys: ['hash-ada'] }
  const code = { name: 'SUMMER', member, displayedTotal: gross - 100 }
  const answer = place(order, who, code)(makeContext({ code: makeStoredCode() }))
  assert.ok(!('ok' in answer))
  return answer.order
}

export const now = minute(0)

export const NEW: AccountOrders = { recent: [], unpaid: [], reservations: [] }

export const reservation = (units: number, until: number, id = 'other') => ({
  id,
  units,
  until: at(until),
})

export const { unverified, verified, customer } = LIMITS
