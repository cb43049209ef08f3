import assert from 'node:assert/strict'
import { test } from 'node:test'

import { at, one, orders } from './receive-stock.fixture.ts'
import {
  ordersCovered,
  unitsAwaited,
  unitsBackOrdered,
  unitsRemaining,
  shortageText,
  waitingOrders,
} from './waiting-orders.ts'

const waiting = waitingOrders(orders, 'b')

test('waiting orders stand in the order of their payment, and the unpaid after them', () => {
  assert.deepEqual(
    waiting.paid.map(({ id }) => id),
    ['two', 'three', 'one'],
  )
  assert.deepEqual(
    waiting.unpaid.map(({ id }) => id),
    ['four'],
  )
  assert.deepEqual(unitsAwaited(orders, 'b'), { M: 3, S: 1, L: 1 })
  assert.deepEqual(unitsBackOrdered(orders, 'b'), { M: 1 })
})

const covered: [string, Record<string, number>, number, string][] = [
  ['nothing', {}, 0, 'S 少 1 件、M 少 3 件、L 少 1 件'],
  ['S and one M', { S: 1, M: 1 }, 2, 'M 少 2 件、L 少 1 件'],
  ['all that is awaited', { S: 1, M: 3, L: 1 }, 3, ''],
]

for (const [name, came, count, shortage] of covered) {
  test(`${name} is enough for the first ${count} orders, and what is missing is named`, () => {
    assert.equal(ordersCovered(waiting, came, 'b'), count)
    assert.equal(shortageText(unitsRemaining(came, unitsAwaited(orders, 'b'))), shortage)
  })
}

test('an order whose money all went back keeps no units of an arrival', () => {
  const back = [{ amount: one.totalAmount, at: at(6).toISOString() }]
  const manualSale = { place: 'telephone' as const, paidBy: 'cash' as const, refunds: back }
  const { paid, pending: kept } = waitingOrders([{ ...one, manualSale }], 'b')
  assert.deepEqual([paid, kept], [[], []])
})
