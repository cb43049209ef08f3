import assert from 'node:assert/strict'

import {
  payAttempt,
  placeOne,
  requirePromise,
  type Harness,
  startAttempt,
  newCustomer,
} from './harness.ts'
import { withOrder, type Scenario, scenario } from './scenario.ts'
import { toldStatus } from './shopper.ts'
import { onlyLeft, STOCKED, stockedOrder } from './stocked.ts'

const LOST = { name: 'webhook-lost', times: 9 }
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const FOUR_DAYS = 4 * 24 * 60 * 60 * 1000

const BUYERS = 40
const LEFT = 7

const fewLeft = scenario(
  'place',
  `${BUYERS} members at once for ${LEFT} units`,
  async (harness) => {
    const stock = await onlyLeft(harness, LEFT)
    const visitors = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(harness)))
    const answers = await Promise.all(
      visitors.map(async (visitor) => ({
        one: visitor,
        told: await visitor.shopper.placeWithRetry(stockedOrder()),
      })),
    )
    const sold = answers.filter(({ told: result }) => result?.ok === true)
    const refused = answers
      .filter(({ told: result }) => result?.ok !== true)
      .map(({ told: result }) => result)
    assert.equal(sold.length, LEFT)
    for (const result of refused) {
      assert.equal(result?.code, 'lines')
      assert.match(JSON.stringify(result.refused), /"problem":"sold-out".*"left":0/)
    }
    const orders = sold.map(({ one, told: result }) => requirePromise(one, result))
    await Promise.all(
      orders.map(async (order) => payAttempt(harness, order, await startAttempt(order))),
    )
    for (const { id } of orders) assert.equal((await harness.ledger.order(id)).status, '已付款')
    assert.equal((await stock.get()).get('stock'), STOCKED.stock)
    const [first] = orders
    assert.ok(first)
    return first
  },
)

const unpaidTooLong = scenario(
  'cancel',
  'unpaid for 72 hours',
  async (harness) => {
    const stock = harness.ledger.db.doc('stock/otr-001')
    const order = await placeOne(harness)
    const before = Number((await stock.get()).get('preorder'))
    await startAttempt(order)
    const createdAt = new Date(Date.now() - FOUR_DAYS).toISOString()
    await harness.ledger.db.doc(`orders/${order.id}`).update({ createdAt, 'check.at': LONG_AGO })
    await harness.own.sweep()
    assert.equal((await harness.ledger.order(order.id)).status, '已取消')
    assert.equal((await stock.get()).get('preorder'), before - 2)
    return order
  },
  'cancelled',
)

async function brokenDocument({ ledger }: Harness, id: string) {
  const document = ledger.db.doc(`orders/${id}`)
  await document.set({ orderId: 7, check: { at: LONG_AGO, urgent: true, looks: 0 } })
  return document
}

const unreadable = withOrder(
  'sweep',
  'an unreadable document in the queue',
  async (harness, order) => {
    const broken = await brokenDocument(harness, 'broken-document')
    try {
      const reference = await startAttempt(order)
      await harness.paypal.misbehave(LOST, order.id)
      await harness.paypal.approve(reference)
      await harness.ledger.makeDue(order.id)
      assert.equal((await harness.own.sweep()).unreadable, 1)
      assert.equal((await harness.ledger.order(order.id)).status, '已付款')
      const later = Date.parse(String((await broken.get()).get('check.at'))) - Date.now()
      assert.ok(later > 23 * 60 * 60 * 1000, 'the unreadable document was not put off a day')
      assert.equal((await harness.own.sweep()).unreadable, 0)
      const result = harness.own
        .log()
        .split('\n')
        .find((line) => line.includes('broken-document'))
      assert.match(result ?? '', /"event":"order-unreadable"/)
    } finally {
      await broken.delete()
    }
  },
)

const startWhileHanging = withOrder(
  'create',
  'what was approved, while Firestore hangs',
  async (harness, order) => {
    const reference = await startAttempt(order)
    await harness.paypal.misbehave(LOST, order.id)
    await harness.paypal.approve(reference)
    // The intention to capture is written; the verdict is not.
    harness.own.writes.inject(order.id, { before: 'hang' }, 1)
    assert.equal(toldStatus(await order.shopper.start(order.id, 'card')), 'confirming')
  },
)

/** Scenarios that need the shop for themselves, because they count what all orders change. */
export const STOCK_SCENARIOS: readonly Scenario[] = [
  fewLeft,
  unpaidTooLong,
  unreadable,
  startWhileHanging,
]
