import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, nat, property, record } from 'fast-check'

import { countsUse } from '#lib/discount/code-uses.ts'
import type { UseMove } from '#lib/discount/discount.ts'
import { orderEntries } from '#lib/ledger/entries.ts'
import { stockMoves, useMoves } from '#lib/order/apply.ts'
import { CounterTally } from '#lib/order/counter-tally.ts'
import { orderShipping } from '#lib/order/order-amounts.ts'
import { type OrderItem, orderItemSchema } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { draft, item, placeWithCode } from '#lib/order/placement.fixture.ts'
import { MOVES } from '#lib/order/random-life.fixture.ts'
import { applyReturnAnswer } from '#lib/order/return/answer-return.ts'
import { eventsSince, movementsSince } from '#lib/order/since.fixture.ts'
import { endReview } from '#lib/payment/end-review.ts'
import {
  after,
  afterChange,
  at,
  changeIn,
  inReview,
  inStock,
  makeAttempt,
  makeCapture,
  makePayment,
} from '#lib/payment/orders.fixture.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { sizeChoices } from './exchange-stock.ts'
import { countDifferences } from './inventory-store.ts'
import { shirt, sized } from './stock.fixture.ts'
import {
  afterMoves,
  reversedMoves,
  itemsOutsideStock,
  missingLines,
  type Offer,
  availableUnits,
  missingStock,
  type ReservedStock,
  type CurrentStock,
  type StockMove,
  stockOf,
} from './stock.ts'
import { makeMoves } from './units-to-make.ts'
const limited: Offer = { ...shirt, preorder_limit: 50 }
const none: ReservedStock = { stock: 0, preorder: 0 }

const left: [string, Offer, ReservedStock, Partial<OrderItem>, number][] = [
  ['a shirt of which nothing is taken', shirt, none, {}, 10],
  ['a shirt of which some are taken', shirt, { stock: 7, preorder: 0 }, {}, 3],
  ['a shirt of which all are taken', shirt, { stock: 10, preorder: 0 }, {}, 0],
  ['a shirt of which more are taken than there are', shirt, { stock: 12, preorder: 0 }, {}, 0],
  ['a shirt that was sold before it was made', shirt, { stock: 1, preorder: 90 }, {}, 9],
  ['a size of which nothing is taken', sized, none, {}, 7],
  ['a size of which some are taken', sized, { ...none, stock: 5, sizes: { M: 5 } }, {}, 2],
  ['a size beside one that is sold out', sized, { ...none, stock: 3, sizes: { S: 3 } }, {}, 7],
  ['a size that is sold out', sized, { ...none, stock: 7, sizes: { M: 7 } }, {}, 0],
  ['a size that the product does not have', sized, none, { size: 'L' }, 0],
  // Sold before sizes were counted.
  ['a size of which more is taken than was counted', sized, { ...none, stock: 8 }, {}, 2],
  ['a pre-order without a limit', shirt, { stock: 0, preorder: 5000 }, { preorder: {} }, Infinity],
  ['a pre-order with a limit', limited, { stock: 9, preorder: 48 }, { preorder: {} }, 2],
  ['a pre-order at its limit', limited, { stock: 0, preorder: 51 }, { preorder: {} }, 0],
  ['a pre-order of a size', sized, none, { preorder: {} }, Infinity],
]

for (const [name, offer, taken, overrides, units] of left) {
  test(`${name} has ${units} left`, () => {
    assert.equal(availableUnits(offer, taken, { size: 'M', ...overrides }), units)
  })
}

const itemStock = (
  id: string,
  quantity: number,
  overrides: Partial<OrderItem> = {},
): OrderItem => ({
  id,
  title: id,
  size: 'M',
  quantity,
  price: 500,
  image: '',
  ...overrides,
})
const items = [
  itemStock('a', 2),
  itemStock('b', 1, { preorder: {} }),
  itemStock('a', 3, { size: 'L' }),
]
const moves = [
  { id: 'a', stock: 5, preorder: 0, sizes: { M: 2, L: 3 } },
  { id: 'b', stock: 0, preorder: 1, sizes: {} },
]
const back = [
  { id: 'a', stock: -5, preorder: 0, sizes: { M: -2, L: -3 } },
  { id: 'b', stock: 0, preorder: -1, sizes: {} },
]

test('an order takes its units product by product, pre-ordered ones apart', () => {
  assert.deepEqual(stockOf(items), moves)
  assert.deepEqual(stockOf([]), [])
})

test('the stock gets back the units that were taken', () => {
  assert.deepEqual(reversedMoves(moves), back)
  assert.deepEqual(afterMoves({ stock: 7, preorder: 4 }, back, 'a'), { stock: 2, preorder: 4 })
  assert.deepEqual(afterMoves({ stock: 7, preorder: 4 }, back, 'b'), { stock: 7, preorder: 3 })
  assert.deepEqual(afterMoves({ stock: 1, preorder: 0 }, back, 'a'), none)
  const counted = { stock: 6, preorder: 0, sizes: { S: 1, M: 2, L: 3 } }
  assert.deepEqual(afterMoves(counted, back, 'a'), { stock: 1, preorder: 0, sizes: { S: 1 } })
})

const units: [string, OrderItem[], number, [number, number][]][] = [
  ['enough for one line', [itemStock('a', 5)], 5, []],
  ['too few for one line', [itemStock('a', 5)], 3, [[0, 3]]],
  ['none', [itemStock('a', 1)], 0, [[0, 0]]],
  ['enough for two lines', [itemStock('a', 2), itemStock('a', 3)], 5, []],
  ['enough for the first of two lines', [itemStock('a', 3), itemStock('a', 3)], 5, [[1, 2]]],
  [
    'too few for either of two lines',
    [itemStock('a', 3), itemStock('a', 1)],
    2,
    [
      [0, 2],
      [1, 0],
    ],
  ],
]

for (const [name, lines, available, refused] of units) {
  test(`${refused.length} lines are refused of a product with ${name} left`, () => {
    const found = missingStock({ items: lines }, new Map(), [{ id: 'a', stock: available }])
    const expected = refused.map(([index, left]) => ({ item: lines[index], left }))
    assert.deepEqual(found, expected)
  })
}

test('too few of one size leave the other sizes as they are', () => {
  const lines = [itemStock('a', 8), itemStock('a', 3, { size: 'S' })]
  const missing = missingStock({ items: lines }, new Map(), [sized])
  assert.deepEqual(missing, [{ item: lines[0], left: 7 }])
  assert.deepEqual(
    missingLines(missing).map(({ problem, left }) => [problem, left]),
    [['too-few', 7]],
  )
})

test('a product that nobody counts has none left', () => {
  assert.equal(missingStock({ items: [itemStock('x', 1)] }, new Map(), []).length, 1)
})

const itemsCountedUnits = [item(2), item(3, { id: 'b', preorder: { shipsAbout: '2026-12-01' } })]
const start = placeWithCode({ ...draft, items: itemsCountedUnits })
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

  use({ code, member, uses }: UseMove): void {
    this.add(`discounts ${code}`, { uses, [`members/${member}`]: uses })
  }

  make(before: Order | undefined, after: Order): void {
    for (const { id, units, pending, days } of makeMoves(before, after)) {
      this.add(`to_make ${id}`, units, 'units/')
      this.add(`to_make ${id}`, pending, 'pending/')
      this.add(`to_make ${id}`, days, 'days/')
    }
  }

  of = (path: string) => this.#sums.get(path)
}

test('after any row of actions the counters say what the order itself says, and so do the books and its price', () => {
  const moved = new Set<string>()
  always(
    property(
      array(step, { maxLength: 30, size: 'max' }),
      constantFrom(...BEGINNINGS),
      (steps, first) => {
        const stored = new StoredCounts()
        stored.make(undefined, start)
        stored.use({ code: 'SUMMER', member: 'hash-ada', uses: 1 })
        for (const move of stockOf(start.items)) stored.stock(move)
        const begin = first.map((name) => ({ name, which: 0, variant: 0, pause: 1 }))
        let order = start
        let booked = 0
        let minute = 1
        for (const { name, pause, ...moment } of [...begin, ...steps]) {
          minute += pause
          const move = Object.entries(MOVES).find(([key]) => key === name)?.[1]
          const after = afterChange(order, move?.(order, { ...moment, minute }))
          for (const stockMove of stockMoves(order, eventsSince(order, after)))
            stored.stock(stockMove)
          stored.make(order, after)
          for (const use of useMoves(order, eventsSince(order, after))) stored.use(use)
          // What was taken off stays with its units, wherever these go.
          assert.equal(orderShipping(after), orderShipping(start))
          for (const { amount } of movementsSince(order, after)) booked += amount
          if (after !== order) moved.add(name)
          order = after
        }
        const tally = new CounterTally()
        tally.add(order)
        assert.equal(stored.of('discounts SUMMER')?.get('uses') ?? 0, countsUse(order) ? 1 : 0)
        for (const product of ['a', 'b', 'SUMMER']) {
          for (const counter of ['stock', 'to_make', 'discounts'] as const) {
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

const shirtMissingUnits = { id: 'otr-001', title: '旅見', size: 'M', price: 1540, image: '/x.jpg' }
const itemsMissingUnits = [orderItemSchema.parse({ ...shirtMissingUnits, quantity: 3 })]
const ended = inReview({ status: '已取消', cancelledAt: at(4), items: itemsMissingUnits })
const kept = { ...makeCapture(), reference: 'PP1', refundedAmount: 0, refunds: [] }
const backMissingUnits = { ...kept, status: 'refunded' as const, refundedAmount: kept.amount }
const context = { ...after(30, 'owner'), reason: '款項保留' }

const endAs = (end: 'paid' | 'refunded', stock = inStock(3), order: Order = ended) =>
  endReview(order, { end, captures: [end === 'paid' ? kept : backMissingUnits], stock }, context)

test('an order that ended is paid after all while its units are there', () => {
  const order = afterChange(ended, changeIn(endAs('paid')))
  assert.equal(order.status, '已付款')
  assert.deepEqual(stockMoves(ended, eventsSince(ended, order)), [
    { id: 'otr-001', stock: 3, preorder: 0, sizes: { M: 3 } },
  ])
})

test('once its units are sold to others it is not, and the owner reads how many are left', () => {
  assert.deepEqual(endAs('paid', inStock(1)), {
    ok: false,
    code: 'too-few-units',
    detail: '旅見 M 要 3 件，只剩 1 件',
  })
  assert.equal(endAs('paid', inStock(1, '  ')).ok, false)
  assert.equal(endAs('refunded', inStock(0)).ok, true)
})

test('the owner may sell below zero, and the order keeps the reason', () => {
  const order = afterChange(ended, changeIn(endAs('paid', inStock(1, '工廠下週補三件'))))
  assert.equal(order.status, '已付款')
  assert.equal(
    order.history.find(({ type }) => type === 'review.closed')?.note,
    '款項保留；庫存不足：工廠下週補三件',
  )
})

const arrived: Order = {
  ...ended,
  status: '已完成',
  payment: makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })]),
  returns: [
    {
      number: 1,
      state: 'requested',
      items: [{ index: 0, quantity: 2, size: 'L' }],
      reason: '',
      contact: '',
      requestedAt: at(20),
      changedAt: at(20),
    },
  ],
  returnState: 'requested',
}
const parcel = { carrier: '黑貓宅急便', trackingNumber: '1' }
const exchange = (stock = inStock(2), restock = false) =>
  applyReturnAnswer(arrived, { answer: 'exchanged', restock, parcel, stock }, after(30, 'owner'))

test('an exchange takes its units by the same rule', () => {
  assert.equal(exchange().ok, true)
  assert.deepEqual(exchange(inStock(1)), {
    ok: false,
    code: 'too-few-units',
    detail: '旅見 L 要 2 件，只剩 1 件',
  })
  const sent = afterChange(arrived, changeIn(exchange(inStock(1, '樣衣'))))
  assert.equal(sent.returnState, 'exchanged')
  assert.equal(sent.history.at(-1)?.note, '庫存不足：樣衣')
  assert.equal(sent.returns?.[0]?.answer, undefined)
})

test('units that come back with the exchange count again, in their own size', () => {
  const taken = { stock: 3, preorder: 0, sizes: { M: 3 } } as const
  const full = { ...inStock(3), taken: new Map([['otr-001', taken]]) }
  assert.equal(exchange(full, true).ok, true)
  const bySize = [{ id: 'otr-001', sizes: SIZES, stock: 3, stock_by_size: { M: 3, L: 0 } }]
  assert.equal(exchange({ ...full, offers: bySize }, true).ok, false)
})

const EDITION = '2027-03-31'
const early: Order = {
  ...arrived,
  items: arrived.items.map((item) => ({ ...item, preorder: { shipsAbout: EDITION } })),
}
const here = (left: number, arrivedOf = EDITION): CurrentStock => {
  const override = { arrivedOf, changedAt: at(25) }
  return { ...inStock(left), taken: new Map([['otr-001', { stock: 0, preorder: 2, override }]]) }
}
const answerEarly = (answer: 'preparing' | 'exchanged' | 'received', stock = here(2), of = early) =>
  applyReturnAnswer(of, { answer, restock: false, parcel, stock }, after(30, 'owner'))

const movesOf = (before: Order, next: Order) => stockMoves(before, eventsSince(before, next))

test('what left before its pre-order came is exchanged for units of the stock, once the rest came', () => {
  assert.equal(answerEarly('exchanged', here(1)).ok, false)
  assert.equal(answerEarly('exchanged', here(0, '2026-12-31')).ok, true)
  assert.equal(answerEarly('exchanged', inStock(0)).ok, true)
  assert.deepEqual(sizeChoices(early, here(0))[0]?.[0], { size: SIZES[0], left: 0 })
  const sent = afterChange(early, changeIn(answerEarly('exchanged')))
  const ofStock = { id: 'otr-001', stock: 2, preorder: 0, sizes: { L: 2 } }
  assert.deepEqual(movesOf(early, sent), [ofStock])
  assert.deepEqual(stockOf(itemsOutsideStock(sent)), [{ ...ofStock, preorder: 3 }])
  const prepared = afterChange(early, changeIn(answerEarly('preparing')))
  assert.deepEqual(movesOf(early, prepared), [ofStock])
  const withdrawn = afterChange(prepared, changeIn(answerEarly('received', here(0), prepared)))
  assert.deepEqual(movesOf(prepared, withdrawn), reversedMoves([ofStock]))
  assert.deepEqual(stockOf(itemsOutsideStock(withdrawn)), stockOf(early.items))
})
