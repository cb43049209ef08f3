import assert from 'node:assert/strict'

import { buying, type Deed, deed } from './deed.ts'
import { shirtOrder } from './purchase.ts'
import { toldStatus } from './shopper.ts'
import { paid, placed, promised, type Stage, started, visitor } from './stage.ts'

const LOST = { name: 'webhook-lost', times: 9 }
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const FOUR_DAYS = 4 * 24 * 60 * 60 * 1000

const BUYERS = 40
const LEFT = 7

/** A product of the tests' content that is in stock, and with how many pieces. */
const STOCKED = { id: 'otd-001', stock: 20, price: 590, delivery: 80 }

function stockedOrder(): Record<string, unknown> {
  const { id, price, delivery } = STOCKED
  const lines = [{ id, color: '白色', size: 'M', quantity: 1 }]
  return { ...shirtOrder(1), lines, shownTotal: price + delivery }
}

const fewLeft = deed('place', `${BUYERS} members at once for ${LEFT} pieces`, async (stage) => {
  const shelf = stage.ledger.db.doc(`stock/${STOCKED.id}`)
  await shelf.set({ stock: STOCKED.stock - LEFT, preorder: 0 })
  const visitors = await Promise.all(Array.from({ length: BUYERS }, () => visitor(stage)))
  const answers = await Promise.all(
    visitors.map(async (one) => ({ one, told: await one.who.insistOnPlacing(stockedOrder()) })),
  )
  const sold = answers.filter(({ told }) => told?.ok === true)
  const refused = answers.filter(({ told }) => told?.ok !== true).map(({ told }) => told)
  assert.equal(sold.length, LEFT)
  for (const told of refused) {
    assert.equal(told?.code, 'lines')
    assert.match(JSON.stringify(told.refused), /"problem":"sold-out".*"left":0/)
  }
  const orders = sold.map(({ one, told }) => promised(one, told))
  await Promise.all(orders.map(async (order) => paid(stage, order, await started(order))))
  for (const { id } of orders) assert.equal((await stage.ledger.order(id)).status, '已付款')
  assert.equal((await shelf.get()).get('stock'), STOCKED.stock)
  const [first] = orders
  assert.ok(first)
  return first
})

const unpaidTooLong = deed(
  'cancel',
  'unpaid for 72 hours',
  async (stage) => {
    const shelf = stage.ledger.db.doc('stock/otr-001')
    const order = await placed(stage)
    const before = Number((await shelf.get()).get('preorder'))
    await started(order)
    const createdAt = new Date(Date.now() - FOUR_DAYS).toISOString()
    await stage.ledger.db.doc(`orders/${order.id}`).update({ createdAt, 'check.at': LONG_AGO })
    await stage.own.sweep()
    assert.equal((await stage.ledger.order(order.id)).status, '已取消')
    assert.equal((await shelf.get()).get('preorder'), before - 2)
    return order
  },
  'cancelled',
)

async function brokenDocument({ ledger }: Stage, id: string) {
  const document = ledger.db.doc(`orders/${id}`)
  await document.set({ orderId: 7, check: { at: LONG_AGO, urgent: true, looks: 0 } })
  return document
}

const unreadable = buying('sweep', 'an unreadable document in the queue', async (stage, order) => {
  const broken = await brokenDocument(stage, 'broken-document')
  try {
    const reference = await started(order)
    await stage.desk.misbehave(LOST, order.id)
    await stage.desk.approve(reference)
    await stage.ledger.makeDue(order.id)
    assert.equal((await stage.own.sweep()).unreadable, 1)
    assert.equal((await stage.ledger.order(order.id)).status, '已付款')
    const later = Date.parse(String((await broken.get()).get('check.at'))) - Date.now()
    assert.ok(later > 23 * 60 * 60 * 1000, 'the unreadable document was not put off a day')
    assert.equal((await stage.own.sweep()).unreadable, 0)
    const told = stage.own
      .log()
      .split('\n')
      .find((line) => line.includes('broken-document'))
    assert.match(told ?? '', /"event":"order-unreadable"/)
  } finally {
    await broken.delete()
  }
})

const startWhileHanging = buying(
  'create',
  'what was approved, while Firestore hangs',
  async (stage, order) => {
    const reference = await started(order)
    await stage.desk.misbehave(LOST, order.id)
    await stage.desk.approve(reference)
    // The intention to capture is written; the verdict is not.
    stage.own.writes.strike(order.id, { before: 'hang' }, 1)
    assert.equal(toldStatus(await order.who.start(order.id, 'card')), 'confirming')
  },
)

/** What needs the whole shop for itself, because it counts what all orders change. */
export const SHELF_DEEDS: readonly Deed[] = [fewLeft, unpaidTooLong, unreadable, startWhileHanging]
