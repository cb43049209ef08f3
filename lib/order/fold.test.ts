import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, nat, property, record } from 'fast-check'

import { eraseOrder } from '#lib/owner/customer.ts'
import { after, afterChange } from '#lib/payment/orders.fixture.ts'
import { unlistedAmount } from '#lib/payment/refund/charged-back.ts'
import { orderSchema } from './apply.ts'
import { fold } from './fold.fixture.ts'
import type { Order } from './order.ts'
import { by, draft, item, placeWithCode } from './placement.fixture.ts'
import { MOVES } from './random-life.fixture.ts'
import { movementsSince } from './since.fixture.ts'

const items = [item(2), item(1, { id: 'b', preorder: { shipsAbout: '2026-12-01' } })]
const products = by.products.map((product) => ({ ...product, facts_known_by: '2026-12-31' }))
const start = placeWithCode({ ...draft, items }, { ...by, products })
const [one = 'note', ...others] = Object.keys(MOVES)

/** A stored order without what no event tells: when the sweep looks at it next. */
const facts = ({ check: _check, ...order }: Order) => order
const throughStorage = (order: Order) => orderSchema.parse(JSON.parse(JSON.stringify(order)))

/** First moves of a random order, with their variants. */
const PAID = [
  ['press', 0],
  ['create', 0],
  ['capture', 0],
  ['settle', 0],
] as const
const SENT = [...PAID, ['ship', 0], ['complete', 0], ['ask for a return', 0]] as const
const BEGINNINGS: readonly (readonly (readonly [name: keyof typeof MOVES, variant: number])[])[] = [
  [],
  PAID,
  [...SENT, ['answer a return', 3], ['answer a return', 7]],
  [['lapse', 0], ...PAID],
  [...PAID, ['refund', 4], ['settle', 10]],
  [...PAID, ['refund', 0], ['settle', 50]],
  [...PAID, ['settle', 21], ['settle', 0]],
  [
    ['press', 0],
    ['create', 0],
    ['settle', 6],
    ['settle', 4],
  ],
]

const step = record({
  name: constantFrom(one, ...others),
  which: nat(2),
  variant: nat(99),
  pause: constantFrom(0, 1, 3, 30, 400),
})

test('a stored history alone makes the stored order, and its movements add up to the money kept', () => {
  const seen = new Set<string>()
  always(
    property(
      array(step, { maxLength: 40, size: 'max' }),
      constantFrom(...BEGINNINGS),
      (steps, first) => {
        const begin = first.map(([name, variant], which) => ({ name, which, variant, pause: 1 }))
        let order = start
        let minute = 1
        let booked = 0
        for (const { name, pause, ...moment } of [...begin, ...steps]) {
          minute += pause
          const move = Object.entries(MOVES).find(([key]) => key === name)?.[1]
          const after = afterChange(order, move?.(order, { ...moment, minute }))
          for (const { amount } of movementsSince(order, after)) booked += amount
          order = after
        }
        const { paidAt, payment, totalAmount } = order
        // A provider that lists more than it says went back is booked by its list.
        const back = payment ? payment.refundedAmount + Math.max(0, -unlistedAmount(payment)) : 0
        assert.equal(booked, paidAt && payment?.captureId ? totalAmount - back : 0)
        for (const { type } of order.history) seen.add(type)
        const stored = throughStorage(order)
        const made = fold(stored)
        assert.ok(made)
        assert.deepEqual(facts(made), facts(stored))
      },
    ),
    { numRuns: 600 },
  )
  assert.ok(seen.size >= 40, [...seen].join(' '))
})

test('the history of an erased order still makes it', () => {
  for (const erasure of [{ kind: 'kept', until: '2032-12-31' }, { kind: 'erased' }] as const) {
    const order = throughStorage(afterChange(start, eraseOrder(erasure, after(9, 'owner'))))
    const made = fold(order)
    assert.ok(made)
    assert.deepEqual(facts(made), facts(order))
  }
})

test('an empty history makes no order', () => {
  assert.equal(fold({ ...start, history: [] }), undefined)
})
