import assert from 'node:assert/strict'
import { test } from 'node:test'

import { soldOrder, storeSold } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const context = { by: 'owner@shop.example', at: new Date() }

test('a shipping taken back takes its mail along, and a corrected one is reported once, with the right number', async (t) => {
  const { db } = await openStoredShop(t)
  Object.assign(process.env, {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
  })
  const sold = Array.from({ length: 200 }, (_, index) => soldOrder(index, 200))
  const order = sold.find(({ status }) => status === '已付款')
  assert.ok(order)
  await storeSold(db, [order])
  const { shipOrder } = await import('#lib/owner/ship-order.ts')
  const { undoShippings } = await import('#lib/owner/undo-shippings.ts')
  const { findRecentShippings } = await import('#lib/owner/find-recent-shippings.ts')
  const { orderNumber } = order
  const waiting = async () => {
    const { docs } = await db.collection('outbox').where('kind', '==', 'shipped').get()
    return docs.map((mail) => String(mail.get('values.tracking_number')))
  }
  const readStored = async () => (await db.doc(`orders/${order.id}`).get()).data() ?? {}
  const ship = (trackingNumber: string, isCorrection = false) =>
    shipOrder({ orderId: order.id, carrier: '黑貓', trackingNumber, isCorrection, context })

  await ship('1')
  assert.deepEqual(await waiting(), ['1'])
  await ship('2', true)
  assert.deepEqual(await waiting(), ['2'])
  assert.deepEqual(
    (await findRecentShippings(new Date())).map(({ id }) => id),
    [order.id],
  )

  const list = { orderIds: [order.id], context }
  assert.deepEqual(await undoShippings(list), { ok: true, data: { done: 1, refused: [] } })
  assert.deepEqual(await waiting(), [])
  const { status, shipment } = await readStored()
  assert.deepEqual({ status, shipment }, { status: '已付款', shipment: undefined })
  assert.deepEqual(await findRecentShippings(new Date()), [])

  await ship('3')
  const [mail] = (await db.collection('outbox').where('kind', '==', 'shipped').get()).docs
  assert.ok(mail)
  const refused = [{ orderNumber, code: 'undo-over' }]
  const copy = db.doc(`outbox/${mail.id}-copy`)
  // A mail that is being sent beside a copy that waits, one that was tried and may have arrived, and none any more.
  for (const leave of [
    () => Promise.all([mail.ref.update({ state: 'claimed' }), copy.set(mail.data())]),
    () => mail.ref.update({ state: 'due', attempts: 1 }),
    () => Promise.all([mail.ref.delete(), copy.delete()]),
  ]) {
    await leave()
    assert.deepEqual(await undoShippings(list), { ok: true, data: { done: 0, refused } })
    assert.equal((await readStored()).status, '已出貨')
  }
})
