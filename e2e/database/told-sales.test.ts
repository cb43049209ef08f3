import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'

import type { ServerEvent } from '#lib/adapters/google-analytics/collect.ts'
import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { makeOrder } from '#lib/order/payment/orders.fixture.ts'
import { defined } from '#lib/result.ts'
import { openStoredShop } from './stored-shop.ts'

process.env.NEXT_PUBLIC_ANALYTICS_SRC = 'https://www.googletagmanager.com/gtag/js?id=G-ABC123'
process.env.GA_API_SECRET = 'secret-of-the-stream'
const { db } = await openStoredShop({ after })
const { endAnalytics, sendToldSales } = await import('#lib/order/told-sales.ts')
const { settings } = await import('#lib/settings/env.ts')
const { commit } = await import('#lib/order/order-store.ts')
const { transact } = await import('#lib/adapters/firestore/database.ts')

const CLIENT = '123456789.1700000000'
const shirt = {
  id: 'otr-001',
  title: '旅見',
  size: 'M',
  quantity: 2,
  price: 590,
  image: '',
} as const
const manualSale: Order['manualSale'] = { place: 'market', paidBy: 'cash', refunds: [] }

// Sold by hand, so that the sale itself is all that it takes.
async function sell(id: string, more: Partial<Order> = {}, at = new Date()): Promise<void> {
  const order = makeOrder({
    id,
    orderNumber: `Order2026112701-${id}`,
    status: '待付款',
    totalAmount: 1180,
    items: [shirt],
    manualSale,
    analytics: CLIENT,
    ...more,
  })
  const { id: _id, ...fields } = order
  await db.doc(`orders/${id}`).set(defined(fields))
  await transact('selling', async (tx) => {
    await tx.get(db.doc(`orders/${id}`))
    return commit(
      tx,
      order,
      { events: [newEvent('order.paid', {}, { now: at, by: 'owner' })] },
      { key: `paid-${id}` },
    )
  })
}

let sent: ServerEvent[] = []
const send = (works: boolean) => async (_property: unknown, told: ServerEvent) => {
  sent.push(told)
  return works
}
const queued = async () => (await db.collection('told_sales').get()).size
const queuedAt = async () => {
  const [one] = (await db.collection('told_sales').get()).docs
  return Date.parse(String(one?.get('at')))
}
const soon = () => new Date(Date.now() + 1000)
const nextDay = () => new Date(Date.now() + 24 * 60 * 60 * 1000)

beforeEach(async () => {
  sent = []
  for (const { ref } of (await db.collection('told_sales').get()).docs) await ref.delete()
})

test('a sale with consent is told once, with goods and amounts and nothing of a person or the order’s address', async () => {
  await sell('one')
  assert.equal(await queued(), 1)
  await sendToldSales(new Date(await queuedAt()), send(true))
  assert.equal(sent.length, 1)
  await sendToldSales(soon(), send(true))
  assert.equal(sent.length, 1)
  assert.partialDeepStrictEqual(sent[0], {
    client: CLIENT,
    name: 'purchase',
    params: {
      currency: 'TWD',
      value: 1180,
      items: [{ item_id: 'OTR-001-M', price: 590, quantity: 2 }],
    },
  })
  const text = JSON.stringify(sent)
  for (const word of ['Order2026', '"one"', '@', 'fang']) assert.ok(!text.includes(word), word)
  assert.equal(await queued(), 0)
})

test('a sale without consent is never queued', async () => {
  await sell('two', { analytics: undefined })
  assert.equal(await queued(), 0)
})

test('while Google is away a sale waits, one call a sweep, and is told later', async () => {
  await sell('three')
  await sell('four')
  await sendToldSales(soon(), send(false))
  assert.deepEqual([sent.length, await queued()], [1, 2])
  const tried = await db.collection('told_sales').where('tries', '==', 1).get()
  assert.equal(tried.size, 1)
  await sendToldSales(nextDay(), send(true))
  assert.deepEqual([sent.length, await queued()], [3, 0])
})

test('what Google no longer takes is dropped', async () => {
  const lasts = 72 * 60 * 60 * 1000
  await sell('five')
  await sendToldSales(new Date((await queuedAt()) + lasts + 1), send(true))
  assert.deepEqual([sent.length, await queued()], [0, 0])
  await sell('five-more')
  await sendToldSales(new Date((await queuedAt()) + lasts), send(true))
  assert.deepEqual([sent.length, await queued()], [1, 0])
})

test('without the secret of the stream a sale waits, and nothing is told', async () => {
  const { GA_API_SECRET } = settings()
  await sell('ten')
  Object.assign(settings(), { GA_API_SECRET: undefined })
  await sendToldSales(soon(), send(true))
  Object.assign(settings(), { GA_API_SECRET })
  assert.deepEqual([sent.length, await queued()], [0, 1])
})

test('of two sweeps at once one tells a sale, or has it wait', async () => {
  for (const works of [true, false]) {
    await sell(`eight-${works}`)
    await sell(`nine-${works}`)
    sent = []
    await sendToldSales(soon(), async (property, told) => {
      if (sent.length === 0) {
        await send(true)(property, told)
        await sendToldSales(soon(), send(works))
      }
      return true
    })
    assert.deepEqual([sent.length, await queued()], [2, works ? 0 : 1])
  }
})

test('nothing is told of a browser that took consent back, of no order', async () => {
  await sell('six')
  await sell('seven', { analytics: '1.2' })
  await endAnalytics(CLIENT, new Date())
  await sendToldSales(soon(), send(true))
  assert.deepEqual(
    sent.map(({ client }) => client),
    ['1.2'],
  )
  assert.equal(await queued(), 0)
})
