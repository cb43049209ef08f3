import assert from 'node:assert/strict'
import { test } from 'node:test'

import { soldOrder, storeSold } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const CHANGED = '2027-01-05T04:00:00.000Z'
const context = { by: 'owner@shop.example', at: new Date('2027-03-20T04:00:00Z') }

test('one press releases the waiting orders, ends the pre-order and leaves the rest as stock', async (t) => {
  const { db } = await openStoredShop(t)
  Object.assign(process.env, {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
  })
  const { findFileProducts } = await import('#lib/product/find-products.ts')
  const file = (await findFileProducts()).find((product) => product.estimated_ship_date)
  assert.ok(file)
  const product = file.id
  const sold = Array.from({ length: 12 }, (_, index) => soldOrder(1988 + index, 2000))
    .filter(({ status }) => status === '已付款')
    .slice(0, 4)
  assert.equal(sold.length, 4)
  const orders = sold.map((order, index) => ({
    ...order,
    paidAt: `2027-01-0${4 - index}T04:00:00.000Z`,
    // Its buyer asked to cancel the first one: it is paid, and must not be shipped.
    ...(index === 0 ? { cancelRequest: { state: 'requested', changedAt: CHANGED } as const } : {}),
    items: order.items.slice(0, 1).map((item) => ({
      ...item,
      id: product,
      size: 'M' as const,
      quantity: 1,
      preorder: { shipsAbout: file.estimated_ship_date },
    })),
  }))
  await storeSold(db, orders)
  await db.doc(`stock/${product}`).set({ stock: 0, preorder: 4 })
  const { previewReceipt, receiveStock } = await import('#lib/owner/receive-stock.ts')
  const { findAwaitedProducts } = await import('#lib/owner/awaited-products.ts')
  const readStock = async () => (await db.doc(`stock/${product}`).get()).data() ?? {}
  const hereIds = async () => {
    const { docs } = await db.collection('orders').get()
    return docs
      .filter((order) => Object(order.get('items')[0]).preorder?.isHere === true)
      .map(({ id }) => id)
  }
  const awaited = (await findAwaitedProducts()).find(
    (awaitedProduct) => awaitedProduct.product === product,
  )
  assert.deepEqual([awaited?.needed, awaited?.neededPending], [{ M: 4 }, { M: 1 }])
  assert.deepEqual([awaited?.paid, awaited?.unpaid, awaited?.pending], [3, 0, 1])

  // Too few for all: refused with what is missing; the first by payment leave.
  const few = await previewReceipt({ product, came: { M: 1 } })
  assert.deepEqual(few, {
    ok: false,
    code: 'too-few-came',
    detail: 'M 少 2 件；這些件數可以先釋出前 1 筆',
  })
  const first = await receiveStock({ product, came: { M: 1 }, first: 1, context })
  assert.deepEqual(first, { ok: true, data: { released: 1, waiting: 2, unreserved: [] } })
  assert.deepEqual(await hereIds(), [orders[3]?.id])
  const early = await readStock()
  assert.equal(early.override.arrivedOf, undefined)
  // Of a pre-order of 5 units 4 were ordered, one of which left its count.
  const { availableUnits } = await import('#lib/inventory/stock.ts')
  const { items } = orders[0] ?? {}
  const limited = { ...file, preorder_limit: 5 }
  const counted = { stock: early.stock, preorder: early.preorder, override: early.override }
  assert.deepEqual(
    [early.preorder, items?.[0] && availableUnits(limited, counted, items[0])],
    [3, 1],
  )

  // What is enough for those to be shipped alone names the one that is left out, before anything changes.
  const closed = await previewReceipt({ product, came: { M: 2 } })
  const unreserved = [{ orderNumber: orders[0]?.orderNumber, units: { M: 1 } }]
  assert.deepEqual(closed.ok && closed.data.unreserved, unreserved)

  const came = { M: 5, S: 1 }
  const all = await receiveStock({ product, came, context })
  assert.deepEqual(all.ok && [all.data.released, all.data.unreserved], [3, []])
  assert.equal((await hereIds()).length, 4)
  const { override, stock, preorder, sizes } = await readStock()
  assert.deepEqual({ stock, preorder, sizes }, { stock: 4, preorder: 0, sizes: { M: 4 } })
  assert.deepEqual([override.isOffSale, override.releasedEarly], [false, 0])
  assert.equal(override.arrivedOf, file.estimated_ship_date)
  const { leftOf } = await import('#lib/owner/stock-left.ts')
  const taken = { stock, preorder, sizes, override }
  assert.deepEqual(
    ['S', 'M', 'L'].map((size) =>
      leftOf(file, taken, size === 'S' ? 'S' : size === 'M' ? 'M' : 'L'),
    ),
    [1, 2, 0],
  )
  const { withOverride } = await import('#lib/product/override.ts')
  const { availability } = await import('#lib/product/availability.ts')
  assert.equal(availability(withOverride(file, override), context.at), 'in-stock')
  const mails = await db.collection('outbox').where('kind', '==', 'goods-arrived').get()
  const told = new Set(mails.docs.map((mail): unknown => mail.get('order')))
  assert.deepEqual(told, new Set(orders.slice(1).map(({ id }) => id)))

  // Pressed again: nothing waits, and nothing is counted twice.
  const again = await receiveStock({ product, came, context })
  assert.equal(again.ok ? '' : again.code, 'no-day')
  assert.deepEqual((await readStock()).stock, 4)
})
