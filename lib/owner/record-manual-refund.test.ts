import assert from 'node:assert/strict'
import { test } from 'node:test'

import { paidParts } from '#lib/ledger/paid-parts.ts'
import { stockMoves } from '#lib/order/apply.ts'
import { manualSaleLeft } from '#lib/order/manual-order.ts'
import { orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { movementsSince } from '#lib/order/since.fixture.ts'
import { afterChange } from '#lib/payment/orders.fixture.ts'
import { call, create, facts, owner, stall } from './create-manual-order.fixture.ts'
import { decideManualRefund } from './record-manual-refund.ts'

type ManualRefund = Parameters<typeof decideManualRefund>[1]

function refund(order: Order, input: ManualRefund) {
  return decideManualRefund(order, input, { ...owner, reason: '瑕疵' })
}

function handBack(order: Order, input: ManualRefund): Order {
  const back = refund(order, input)
  assert.ok(back.ok && back.data)
  return afterChange(order, back.data)
}

test('its money is a movement of cash or a transfer without a fee, and so is what is handed back', () => {
  const order = create(stall)
  assert.deepEqual(facts(undefined, order), [['sale', 'cash', 1000, 0]])
  const later = handBack(order, { amount: 400, key: 'one', restock: true })
  assert.deepEqual(facts(order, later), [['refund', 'cash', -400, 0]])
  assert.equal(movementsSince(order, later)[0]?.refs.transaction, 'hand-1')
  assert.equal(later.restocked, undefined)
})

test('all money handed back stops the parcel and gives the units back once', () => {
  const order = create({ ...call, isPickedUp: false })
  const later = handBack(order, { amount: 1080, key: 'one', restock: true })
  assert.equal(orderView(later).canShip, false)
  const moves = stockMoves(order, later.history.slice(order.history.length))
  assert.deepEqual(moves, [{ id: 'a', stock: -2, preorder: 0, sizes: { M: -2 } }])
  const again = refund(later, { amount: 1080, key: 'two', restock: true })
  assert.deepEqual(again, { ok: false, code: 'too-much' })
})

test('a press sent again hands back once and has the answer of the first', () => {
  const input = { amount: 400, key: 'one', restock: true }
  const later = handBack(create(stall), input)
  assert.deepEqual(refund(later, input), { ok: true, data: undefined })
  assert.deepEqual(refund(later, { ...input, amount: 500 }), { ok: false, code: 'key-used' })
  const both = handBack(later, { ...input, key: 'two' })
  assert.deepEqual(refund(both, input), { ok: true, data: undefined })
  assert.equal(manualSaleLeft(both), 200)
})

test('a unit of the line that the owner chose is stored, and no more than was paid for the line', () => {
  const sale = create(stall)
  const [line] = sale.items
  assert.ok(line)
  const items = [line, { ...line, id: 'other' }]
  const order: Order = { ...sale, items, totalAmount: 2 * sale.totalAmount }
  const later = handBack(order, { amount: 500, key: 'one', line: 1, restock: false })
  assert.partialDeepStrictEqual(later.manualSale?.refunds[0]?.lines, [
    { id: 'other', quantity: 1, amount: 500 },
  ])
  const [movement] = movementsSince(order, later)
  assert.ok(movement)
  assert.deepEqual(
    paidParts(later, movement).map(({ product, units, amount }) => [product, units, amount]),
    [['other', 1, 500]],
  )
  const more = { amount: 501, key: 'two', line: 1, restock: false }
  assert.deepEqual(refund(later, more), { ok: false, code: 'wrong-amount' })
})

const handsBack = (order: Order, amount: number) => {
  const answer = refund(order, { amount, key: 'one', restock: false })
  return answer.ok ? 'taken' : answer.code
}

test('whole dollars are handed back, of a manual order alone', () => {
  const { manualSale: _none, ...ordered } = create(stall)
  assert.equal(handsBack(ordered, 1), 'not-manual')
  const codes = [1, 0, -1, 1.5].map((amount) => handsBack(create(stall), amount))
  assert.deepEqual(codes, ['taken', 'wrong-amount', 'wrong-amount', 'wrong-amount'])
})
