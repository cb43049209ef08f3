import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, nat, property, record } from 'fast-check'

import { countDifferences, COUNTERS, PieceTally } from './counted-pieces.ts'
import { stockMoves } from './event-effects.ts'
import { eventsSince } from './events.ts'
import type { Order } from './order.ts'
import { orderEntries } from './movements.ts'
import { movementsBetween } from './event-effects.ts'
import { afterChange } from './payment/orders.fixture.ts'
import { draft, item, placeDraft } from './placement.fixture.ts'
import { MOVES } from './random-life.fixture.ts'
import { type StockMove, stockOf } from './stock.ts'
import { makeMoves } from './to-make.ts'

const items = [item(2), item(3, { id: 'b', preorder: { shipsAbout: '2026-12-01' } })]
const { order: start } = placeDraft({}, { ...draft, items })
const [one = 'note', ...others] = Object.keys(MOVES)

/** First moves of a life, so that most of them are paid, sent and asked to come back. */
const PAID = ['press', 'create', 'capture', 'settle']
const BEGINNINGS = [[], PAID, [...PAID, 'ship', 'complete', 'ask for a return'], ['lapse', ...PAID]]

const step = record({
  name: constantFrom(one, ...others),
  which: nat(2),
  variant: nat(99),
  pause: constantFrom(0, 1, 30, 400),
})

/** The stored counts of a life: what every change of the order added. */
class StoredCounts {
  readonly #sums = new Map<string, Map<string, number>>()

  add(path: string, counts: Readonly<Partial<Record<string, number>>>, field = ''): void {
    const own = this.#sums.get(path) ?? new Map<string, number>()
    for (const [name, count = 0] of Object.entries(counts)) {
      const key = `${field}${name}`
      own.set(key, (own.get(key) ?? 0) + count)
      if (own.get(key) === 0) own.delete(key)
    }
    this.#sums.set(path, own)
  }

  stock({ id, stock, preorder, sizes }: StockMove): void {
    this.add(`stock ${id}`, { stock, preorder })
    this.add(`stock ${id}`, sizes, 'sizes/')
  }

  make(before: Order | undefined, after: Order): void {
    for (const { id, pieces, days } of makeMoves(before, after)) {
      this.add(`to_make ${id}`, pieces, 'pieces/')
      this.add(`to_make ${id}`, days, 'days/')
    }
  }

  of = (path: string) => this.#sums.get(path)
}

test('after any row of deeds the counters say what the order itself says, and so do the books (rule 910)', () => {
  const moved = new Set<string>()
  always(
    property(
      array(step, { maxLength: 30, size: 'max' }),
      constantFrom(...BEGINNINGS),
      (steps, first) => {
        const stored = new StoredCounts()
        stored.make(undefined, start)
        for (const move of stockOf(start.items)) stored.stock(move)
        const begin = first.map((name) => ({ name, which: 0, variant: 0, pause: 1 }))
        let order = start
        let booked = 0
        let minute = 1
        for (const { name, pause, ...moment } of [...begin, ...steps]) {
          minute += pause
          const move = Object.entries(MOVES).find(([key]) => key === name)?.[1]
          const after = afterChange(order, move?.(order, { ...moment, minute }))
          for (const one of stockMoves(order, eventsSince(order, after))) stored.stock(one)
          stored.make(order, after)
          for (const { amount } of movementsBetween(order, after)) booked += amount
          if (after !== order) moved.add(name)
          order = after
        }
        const tally = new PieceTally()
        tally.add(order)
        for (const product of ['a', 'b']) {
          for (const counter of COUNTERS) {
            const counts = {
              stored: stored.of(`${counter} ${product}`),
              counted: tally.of(counter).get(product),
            }
            assert.deepEqual(countDifferences(counter, product, counts), [])
          }
        }
        assert.equal(
          orderEntries(order).reduce((sum, { amount }) => sum + amount, 0),
          booked,
        )
      },
    ),
    { numRuns: 600, seed: 910 },
  )
  for (const name of ['change the items', 'answer a return', 'move the day', 'lapse', 'refund']) {
    assert.ok(moved.has(name), name)
  }
})
