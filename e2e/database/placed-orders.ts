import assert from 'node:assert/strict'

import { newEvent } from '#lib/order/events.ts'
import { timeCode } from '#lib/order/order-number.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import { createOrder } from '#lib/order/placement-store.ts'
import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { place } from '#lib/order/placement.ts'
import { MOVES } from '#lib/order/random-life.fixture.ts'
import { minute } from '#lib/payment/orders.fixture.ts'

const PREORDER = { shipsAbout: '2026-12-01' }
const items = [item(2), item(3, { id: 'b', preorder: PREORDER })]
const PRICE = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
const PAID = ['press', 'create', 'capture', 'settle'] as const

// Nothing is sold out in these lives.
const products = by.products.map((product) => ({
  ...product,
  stock: 5000,
  stock_by_size: undefined,
  ...(product.preorder_limit === undefined ? {} : { preorder_limit: 5000 }),
}))

/** Orders of several processes have names of their own. */
const NAME = process.env['ORDERS_NAMED'] ?? 'life'

let placed = 0

/** An order to be placed. */
type Placing = {
  readonly uid: string
  readonly minutes: number
  readonly isUnverified: boolean
  readonly replaces: readonly string[]
  /** The code that its order uses. */
  readonly code?: string
}

/** Places an order of an account some minutes after the first, or undefined if its limits refuse it. */
export async function placeFor({ uid, minutes, isUnverified, replaces, code }: Placing) {
  placed += 1
  const now = minute(minutes)
  const own = {
    ...draft,
    id: `${NAME}-${placed}`,
    uid,
    items,
    createdAt: now.toISOString(),
    timeCode: timeCode(now),
    ...(isUnverified ? { emailUnverified: true as const } : {}),
    history: [newEvent('order.placed', {}, { now, by: 'member' })],
  }
  const key = { id: own.id, uid, timeCode: own.timeCode, products: ['a', 'b'], units: 5 }
  const account = { ...by.account, uid, emailVerified: !isUnverified }
  const used = code === undefined ? {} : { code }
  const member = { key: uid, keys: [uid] }
  const wish = code === undefined ? undefined : { name: code, member, displayedTotal: PRICE - 100 }
  const answer = await createOrder(
    { ...key, ...used, replaces, overdue: [] },
    place(own, { products, offers: [], account, now }, wish),
  )
  return 'ok' in answer ? undefined : own.id
}

/** Places an order of a new account; returns its id. */
export async function placeOne(code?: string): Promise<string> {
  const uid = `${NAME}-member-${placed}`
  const used = code === undefined ? {} : { code }
  const id = await placeFor({ uid, minutes: 0, isUnverified: false, replaces: [], ...used })
  assert.ok(id)
  return id
}

type LifeStep = { readonly name: string; readonly which: number; readonly variant: number }

/** Lets one thing happen to an order, some minutes after the first was placed. */
export async function doDeed(
  id: string,
  { name, ...moment }: LifeStep,
  when: number,
): Promise<void> {
  const move = Object.entries(MOVES).find(([key]) => key === name)?.[1]
  await changeOrder(id, (order) => move?.(order, { ...moment, minute: when }))
}

/** Pays an order. */
export async function payFor(id: string, from = 0): Promise<void> {
  for (const [step, name] of PAID.entries()) {
    await doDeed(id, { name, which: 0, variant: 0 }, from + (step + 1) / 20)
  }
}
