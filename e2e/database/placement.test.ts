import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { documentOf } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { at, makeOrder, minute } from '#lib/payment/orders.fixture.ts'
import { openStoredShop } from './stored-shop.ts'

const { db } = await openStoredShop({ after })
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
})

const { createOrder } = await import('#lib/order/placement-store.ts')
// Another process of the shop, whose queue is idle.
const elsewhere: { readonly createOrder: typeof createOrder } = await import(
  new URL('../../lib/order/placement-store.ts?elsewhere', import.meta.url).href
)
const { drainQueue } = await import('#lib/mail/outbox-store.ts')
const { readReservedStock } = await import('#lib/inventory/inventory-store.ts')
const { place } = await import('#lib/order/placement.ts')

const data = async (path: string) => (await db.doc(path).get()).data()
const keep = async (order: Order) => db.doc(`orders/${order.id}`).set(documentOf(order))
const shelf = (product: string, stock: number) =>
  by.products.map((one) => ({ ...one, id: product, stock }))

type Wish = {
  readonly uid: string
  readonly product: string
  readonly stock?: number
  readonly quantity?: number
  readonly replaces?: readonly string[]
  readonly overdue?: readonly string[]
  /** Whether the account has never paid; its holds have a share of the product then. */
  readonly isFirstTimeBuyer?: boolean
  readonly isUnverified?: boolean
  readonly create?: typeof createOrder
}

/** Places an order `ID` of shirts of a product for a member of their own. */
async function order(
  id: string,
  { uid, product, stock = 9, quantity = 1, replaces = [], overdue = [], ...more }: Wish,
) {
  const { isUnverified = false, isFirstTimeBuyer = isUnverified, create = createOrder } = more
  if (!isFirstTimeBuyer) await db.doc(`users/${uid}`).set({ hasPaid: true }, { merge: true })
  const own = { ...draft, id, uid, items: [item(quantity, { id: product })] }
  const account = { ...by.account, uid, emailVerified: !isUnverified }
  const key = { id, uid, timeCode: `hour-${product}`, products: [product], units: quantity }
  const decide = place(
    { ...own, timeCode: key.timeCode },
    { ...by, products: shelf(product, stock), account },
  )
  return create({ ...key, replaces, overdue }, decide)
}

const SAVED = { city: '臺北市', area: '中正區' }

test('an order is placed with its number, stock, mail, profile and account in one transaction', async () => {
  await db.doc('users/p1').set({ profile: SAVED })
  const placed = await order('first', { uid: 'p1', product: 'p', quantity: 2 })
  assert.ok(!('ok' in placed))
  // The hour of the change is the clock's.
  const { index, changedHour, ...stored } = (await data('orders/first')) ?? {}
  assert.deepEqual(stored, documentOf(placed.order))
  assert.equal(stored.orderId, placed.order.orderNumber)
  assert.equal(index.version, 1)
  assert.match(changedHour, /^\d{10}$/)
  assert.equal(placed.order.orderNumber.endsWith('-0001'), true)
  assert.deepEqual(await data('order_counters/hour-p'), { current: 1 })
  assert.deepEqual(await data('stock/p'), { stock: 2, preorder: 0, sizes: { M: 2 } })
  const mails = await db.collection('outbox').where('order', '==', 'first').get()
  assert.deepEqual(
    mails.docs.map((doc) => doc.get('kind')),
    ['placed'],
  )
  assert.deepEqual(
    drainQueue(),
    mails.docs.map(({ id }) => id),
  )
  const { recent, expireAt } = (await data('order_limits/p1')) ?? {}
  assert.deepEqual(recent, [at(0)])
  assert.equal(expireAt.toDate().toISOString(), at(7 * 24 * 60))
  // An order without an address leaves the saved one as it is.
  assert.deepEqual(await data('users/p1'), { hasPaid: true, profile: SAVED })
})

const counter = async () => (await db.doc('order_counters/hour-p').get()).updateTime

test('the same key again is the order of the first time, and takes and counts nothing', async () => {
  const before = await counter()
  const { createOrder: create } = elsewhere
  const again = await order('first', { uid: 'p1', product: 'p', quantity: 2, create })
  assert.ok(!('ok' in again))
  assert.deepEqual(await counter(), before)
  assert.equal(again.order.orderNumber.endsWith('-0001'), true)
  // Once more beside another order, where it is found without a turn.
  const [other, third] = await Promise.all([
    order('second', { uid: 'p2', product: 'p' }),
    order('first', { uid: 'p1', product: 'p', quantity: 2 }),
  ])
  assert.ok(!('ok' in other) && !('ok' in third))
  assert.equal(third.order.orderNumber.endsWith('-0001'), true)
  assert.deepEqual(await data('order_counters/hour-p'), { current: 2 })
  assert.deepEqual(await data('stock/p'), { stock: 3, preorder: 0, sizes: { M: 3 } })
})

test('orders that are placed together share the last units, and each has its own number', async () => {
  const wish = { product: 'q', stock: 2 }
  const answers = await Promise.all(
    ['q1', 'q2', 'q3'].map((uid) => order(`of-${uid}`, { ...wish, uid })),
  )
  const numbers = answers.flatMap((answer) =>
    'ok' in answer ? [] : answer.order.orderNumber.slice(-4),
  )
  assert.deepEqual(numbers.toSorted(), ['0001', '0002'])
  const refused = answers.filter((answer) => 'ok' in answer)
  assert.deepEqual(
    refused.map(({ code }) => code),
    ['lines'],
  )
  assert.deepEqual((await readReservedStock(['q'])).get('q'), {
    stock: 2,
    preorder: 0,
    sizes: { M: 2 },
  })
  assert.equal((await readReservedStock([])).size, 0)
  assert.deepEqual(await data('order_counters/hour-q'), { current: 2 })
})

test('an order that replaces another ends it and gives its units back in the same transaction', async () => {
  await order('before', { uid: 'r1', product: 'r', stock: 2, quantity: 2 })
  const placed = await order('instead', { uid: 'r1', product: 'r', stock: 2, replaces: ['before'] })
  assert.ok(!('ok' in placed))
  assert.deepEqual(
    [(await data('orders/before'))?.status, (await data('orders/instead'))?.status],
    ['已取消', '待付款'],
  )
  assert.deepEqual(await data('stock/r'), { stock: 1, preorder: 0, sizes: { M: 1 } })
})

test('an overdue reservation of somebody else ends with the order that needs its units', async () => {
  const reservation = { until: at(-1), products: ['s'] }
  await keep(makeOrder({ id: 'overdue', uid: 's0', items: [item(1, { id: 's' })], reservation }))
  await db.doc('stock/s').set({ stock: 1, preorder: 0, sizes: { M: 1 } })
  const refused = await order('needs', { uid: 's1', product: 's', stock: 1 })
  assert.ok('ok' in refused && refused.code === 'lines')
  assert.equal(await data('orders/needs'), undefined)
  const placed = await order('needs', { uid: 's1', product: 's', stock: 1, overdue: ['overdue'] })
  assert.ok(!('ok' in placed))
  assert.deepEqual((await data('orders/overdue'))?.reservation, { reservationExpiredAt: at(0) })
  assert.deepEqual(await data('stock/s'), { stock: 1, preorder: 0, sizes: { M: 1 } })
})

test('orders that need the same overdue reservation follow each other, and end it once', async () => {
  const reservation = { until: at(-1), products: ['v'] }
  await keep(makeOrder({ id: 'shared', uid: 'v0', items: [item(1, { id: 'v' })], reservation }))
  await db.doc('stock/v').set({ stock: 1, preorder: 0, sizes: { M: 1 } })
  const wish = { product: 'v', overdue: ['shared'] }
  // The first one is placed alone, so that the others meet in the queue.
  await Promise.all([
    order('ahead', { uid: 'v0', product: 'x' }),
    ...['v1', 'v2', 'v3'].map((uid) => order(`of-${uid}`, { ...wish, uid })),
  ])
  assert.deepEqual(await data('stock/v'), { stock: 3, preorder: 0, sizes: { M: 3 } })
})

test('an order that cannot be placed fails alone, and says why', async () => {
  await db.doc('orders/broken').set({ status: 'odd' })
  const [broken, whole] = await Promise.allSettled([
    order('broken', { uid: 't1', product: 't' }),
    order('whole', { uid: 't2', product: 't' }),
  ])
  assert.ok(broken.status === 'rejected')
  assert.equal(broken.reason.name, 'OrderUnreadable')
  assert.ok(whole.status === 'fulfilled' && !('ok' in whole.value))
})

const reservedBy = async (uid: string) =>
  (await data(`order_limits/${uid}`))?.reservations.map((one: { readonly id: string }) => one.id)

test('near its limit an account is counted by the orders that are unpaid still', async () => {
  const unpaid = ['u-paid-0123456789-012345', 'u-open-0123456789-012345']
  await keep(makeOrder({ id: unpaid[0] ?? '', uid: 'u1', status: '已付款' }))
  await keep(makeOrder({ id: unpaid[1] ?? '', uid: 'u1' }))
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const reservations = unpaid.map((id) => ({ id, units: 5, until }))
  await db.doc('order_limits/u1').set({ recent: [], unpaid, reservations })
  await order('near', { uid: 'u1', product: 'u' })
  assert.deepEqual(await reservedBy('u1'), ['u-open-0123456789-012345', 'near'])
  // Near is the second unpaid order or the sixth unit of an address that is not proven.
  const [paid = '', open = ''] = unpaid
  for (const [id, known, units, expected] of [
    ['near-2', unpaid, 0, { unpaid: [open, 'near-2'], reservations: ['near-2'] }],
    ['near-5', [paid], 4, { unpaid: [paid, 'near-5'], reservations: [paid, 'near-5'] }],
    ['near-6', [], 5, { unpaid: ['near-6'], reservations: ['near-6'] }],
  ] as const) {
    const held = units === 0 ? [] : [{ id: paid, units, until }]
    await db.doc(`order_limits/${id}`).set({ recent: [], unpaid: known, reservations: held })
    await order(id, { uid: id, product: id, isUnverified: true })
    const stored = await data(`order_limits/${id}`)
    assert.deepEqual({ unpaid: stored?.unpaid, reservations: await reservedBy(id) }, expected, id)
  }
})

test('orders of one account follow each other, so that each counts in its limits; one that is placed waits for none', async () => {
  const wish = { uid: 'y1', product: 'y' }
  const ahead = order('y-0', { uid: 'y0', product: 'y' })
  await Promise.all([ahead, ...['y-1', 'y-2', 'y-3'].map((id) => order(id, wish))])
  assert.deepEqual((await reservedBy('y1')).toSorted(), ['y-1', 'y-2', 'y-3'])
  const seen: string[] = []
  const create = (id: string) =>
    createOrder(
      { ...wish, id, timeCode: 'hour-y', products: ['y'], units: 1, replaces: [], overdue: [] },
      ({ taken }) => {
        seen.push(`${id}: ${taken.size}`)
        return { ok: false, code: 'ended' }
      },
    )
  await Promise.all([create('y-4'), create('y-1')])
  // Read beside the queue, without the products.
  assert.ok(seen.includes('y-1: 0'))
})

test('far from its limit an account keeps what it holds, and no order of it is read', async () => {
  await order('far-1', { uid: 'w1', product: 'w' })
  await order('far-2', { uid: 'w1', product: 'w' })
  assert.deepEqual(await reservedBy('w1'), ['far-1', 'far-2'])
})

const reservation = (until: number, product: string) => ({ until: at(until), products: [product] })

test('overdue reservations of a product are found, and all that keep units', async () => {
  const reservations = await import('#lib/order/order-store.ts')
  await keep(makeOrder({ id: 'hold-over', reservation: reservation(10, 'h') }))
  await keep(makeOrder({ id: 'hold-in-time', reservation: reservation(20, 'h') }))
  await keep(makeOrder({ id: 'hold-other', reservation: reservation(10, 'i') }))
  const found = await reservations.overdueReservations('h', minute(10))
  assert.deepEqual(
    found.orders.map(({ id }) => id),
    ['hold-over'],
  )
  assert.deepEqual(
    (await reservations.reservedOrders()).orders
      .map(({ id }) => id)
      .filter((id) => id.startsWith('hold-'))
      .toSorted(),
    ['hold-in-time', 'hold-other', 'hold-over'],
  )
})

const NEWCOMER = { product: 'drop', stock: 30, isFirstTimeBuyer: true }
const reservedByFirstTimeBuyers = async () => {
  const { firstTimeBuyers = {} } = (await readReservedStock(['drop'])).get('drop') ?? {}
  return Object.values(firstTimeBuyers).reduce((sum, { verified = 0 }) => sum + verified, 0)
}

test('first-time buyers at once hold no more than a third together, the others have orders without a reservation, and one who pays makes room', async () => {
  const uids = Array.from({ length: 40 }, (_, index) => `drop-${index}`)
  const answers = await Promise.all(uids.map((uid) => order(uid, { ...NEWCOMER, uid })))
  const reservations = answers.flatMap((answer) =>
    'ok' in answer ? [] : [answer.order.reservation],
  )
  assert.equal(reservations.length, 40)
  assert.equal(reservations.filter((one) => one && 'until' in one).length, 10)
  const { firstTimeBuyers } = (await readReservedStock(['drop'])).get('drop') ?? {}
  assert.deepEqual(firstTimeBuyers, { [at(60)]: { verified: 10 } })
  assert.deepEqual((await data('stock/drop'))?.stock, 10)
  const cancelled = await db.collection('orders').where('uid', '==', 'drop-1').get()
  const { changeOrder } = await import('#lib/order/order-store.ts')
  const { cancel } = await import('#lib/order/cancellation.ts')
  const { newEvent } = await import('#lib/order/events.ts')
  for (const { id } of cancelled.docs) {
    await changeOrder(id, (stored) => {
      const answer = cancel(stored, 'by-member', { now: minute(1), by: 'member' })
      return answer.ok ? answer.data : undefined
    })
  }
  assert.equal(await reservedByFirstTimeBuyers(), 10)
  await changeOrder('drop-2', () => {
    return { events: [newEvent('order.paid', {}, { now: minute(2), by: 'provider' })] }
  })
  assert.equal(await reservedByFirstTimeBuyers(), 9)
})
