import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, boolean, integer, property, record } from 'fast-check'

import { applyChange, applyEvents } from '#lib/order/apply.ts'
import { newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import { after, at, makeOrder, TOTAL } from '#lib/payment/orders.fixture.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { other, paid, shirts } from './entries.fixture.ts'
import type { StoredMovement } from './entries.ts'
import { openRemovals, paidParts } from './paid-parts.ts'

const back = (amount: number): StoredMovement => ({
  id: 'm',
  at: at(9),
  orderId: 'doc-1',
  orderNumber: 'n',
  provider: 'paypal',
  kind: 'refund',
  isSale: false,
  amount: -amount,
  refs: { capture: 'C1', transaction: 'R1' },
})

const split = (order: Order, movement: StoredMovement) =>
  paidParts(order, movement).map(({ product, units, amount }) => [product, units, amount])

test('all of it brings the units back, a part of it money alone, and what was taken out its own', () => {
  assert.deepEqual(split(paid(), back(TOTAL)), [
    ['a', 2, 2000],
    ['b', 1, 1000],
    [undefined, 0, 80],
  ])
  assert.deepEqual(split(paid(), back(308)), [
    ['a', 0, 200],
    ['b', 0, 100],
    [undefined, 0, 8],
  ])
  const shortened = paid({}, { items: [shirts], removed: [other] })
  assert.deepEqual(split(shortened, back(1000)), [['b', 1, 1000]])
  assert.deepEqual(split(shortened, back(999)).length, 3)
  assert.deepEqual(split(paid({}, { items: [], totalAmount: 0 }), back(5)), [['', 0, 5]])
})

const asked = (overrides: Partial<ReturnRequest>): ReturnRequest => ({
  number: 1,
  state: 'received',
  items: [{ index: 0, quantity: 1 }],
  reason: '',
  contact: '',
  requestedAt: at(4),
  changedAt: at(4),
  ...overrides,
})

const refundOf = (overrides: Partial<RefundRequest>): RefundRequest => ({
  number: 1,
  amount: 1000,
  reason: '',
  idempotencyKey: '',
  who: '',
  state: 'done',
  at: at(6),
  returnNumber: 1,
  ...overrides,
})

const byReturn = (request: ReturnRequest, requests: readonly RefundRequest[], key = 1) =>
  split(
    paid(
      {
        refunds: [{ id: 'R1', amount: 1000, at: at(6), key: `refund:doc-1:${key}` }],
        refundedAmount: 1000,
        refundRequests: [...requests],
      },
      { returns: [request] },
    ),
    back(1000),
  )

test('the refund of a return brings its units, the second one for it money alone', () => {
  assert.deepEqual(byReturn(asked({}), [refundOf({})]), [['a', 1, 1000]])
  const second = refundOf({ number: 2 })
  assert.deepEqual(byReturn(asked({}), [refundOf({}), second], 2), [['a', 0, 1000]])
  const refused = refundOf({ state: 'refused' })
  assert.deepEqual(byReturn(asked({}), [refused, second], 2), [['a', 1, 1000]])
  const ofOther = refundOf({ returnNumber: 2 })
  assert.deepEqual(byReturn(asked({}), [ofOther, second], 2), [['a', 1, 1000]])
})

for (const [state, expected] of [
  [
    'received',
    [
      ['a', 1, 500],
      ['b', 1, 500],
    ],
  ],
  ['exchanged', [['b', 1, 1000]]],
  ['preparing', [['b', 1, 1000]]],
] as const) {
  test(`of a return that is ${state}, units that were ${state === 'received' ? 'only wished in another size come back' : 'sent anew stay'}`, () => {
    const items = [
      { index: 0, quantity: 1, size: 'L' as const },
      { index: 1, quantity: 1 },
    ]
    assert.deepEqual(byReturn(asked({ state, items }), [refundOf({})]), expected)
  })
}

/** An order after a refund that was asked for, and made by its provider. */
function refundedBy(order: Order, wish: Parameters<typeof reserveRefund>[1]): Order {
  const answer = reserveRefund(order, wish, { ...after(5, 'owner'), reason: '瑕疵' })
  assert.ok(answer.ok && answer.data)
  const number = (order.payment?.refundRequests?.length ?? 0) + 1
  const amount = Number(wish.amount)
  const money = { refundRef: `R${number}`, amount, inReview: false, origin: 'shop' } as const
  const listed = { at: at(6), key: `refund:doc-1:${number}` }
  const asked = applyChange(order, answer.data)
  return applyEvents(asked, [newEvent('money.refunded', { ...money, listed }, after(6))])
}

test('of two lines of one price one unit of the chosen line is paid back, and no more than was paid for it', () => {
  const items = [shirts, item(2, { id: 'd', price: 1000 })]
  const order = paid({}, { items, totalAmount: 4080 })
  const wish = { amount: 1000, key: 'press', line: 1 }
  const once = refundedBy(order, wish)
  assert.deepEqual(split(once, back(1000)), [['d', 1, 1000]])
  assert.deepEqual(split(refundedBy(order, { ...wish, line: 0 }), back(1000)), [['a', 1, 1000]])
  const twice = refundedBy(once, { ...wish, key: 'again' })
  const second = { ...back(1000), refs: { capture: 'C1', transaction: 'R2' } }
  assert.deepEqual(split(twice, second), [['d', 1, 1000]])
  assert.deepEqual(
    reserveRefund(twice, { ...wish, key: 'third' }, { ...after(8, 'owner'), reason: '瑕疵' }),
    { ok: false, code: 'wrong-amount' },
  )
  // A sum that is typed is of no line, and brings no units.
  assert.deepEqual(
    split(refundedBy(order, { amount: 1000, key: 'sum' }), back(1000)).map(([, units]) => units),
    [0, 0, 0],
  )
})

/** An order of which two lines of one price were taken out, and a refund of the chosen one. */
function refundedLine(removed: number | undefined): Order {
  const first = item(1, { price: 1000 })
  const order = paid({}, { items: [item(1, { id: 'c', price: 1000 })], removed: [first, other] })
  const wish = { amount: 1000, key: 'press', removed }
  const answer = reserveRefund(order, wish, { ...after(5, 'owner'), reason: '少訂' })
  assert.ok(answer.ok && answer.data)
  const asked = applyChange(order, answer.data)
  const money = { refundRef: 'R1', amount: 1000, inReview: false, origin: 'shop' } as const
  const listed = { at: at(6), key: 'refund:doc-1:1' }
  return applyEvents(asked, [newEvent('money.refunded', { ...money, listed }, after(6))])
}

test('of two lines of one price the one that was chosen is paid back, whichever comes first', () => {
  assert.deepEqual(split(refundedLine(0), back(1000)), [['a', 1, 1000]])
  assert.deepEqual(split(refundedLine(1), back(1000)), [['b', 1, 1000]])
  const [left] = openRemovals(refundedLine(1))
  assert.deepEqual(
    [openRemovals(refundedLine(1)).length, left?.item.id, left?.left],
    [1, 'a', 1000],
  )
  const again = { amount: 1000, key: 'again', removed: 1 }
  const refused = reserveRefund(refundedLine(1), again, { ...after(7, 'owner'), reason: '少訂' })
  assert.deepEqual(refused, { ok: false, code: 'wrong-amount' })
  // What is taken out later changes nothing of what was stored.
  const chosen = refundedLine(1)
  const later = { ...chosen, removed: [...(chosen.removed ?? []), ...chosen.items], items: [] }
  assert.deepEqual(split(later, back(1000)), [['b', 1, 1000]])
})

// The lines that a refund of a paid order stores.
const requestedLines = (amount: number | 'rest') => {
  const wish = { amount, key: 'press' }
  const answer = reserveRefund(paid(), wish, { ...after(5, 'owner'), reason: '取消' })
  assert.ok(answer.ok && answer.data)
  return applyChange(paid(), answer.data).payment?.refundRequests?.[0]?.lines
}

test('a refund that the shop asks for stores its lines, their units and amounts', () => {
  const line = { id: 'a', color: shirts.color, sold: 'M' }
  assert.deepEqual(requestedLines('rest'), [
    { ...line, size: 'M', quantity: 2, amount: 2000 },
    { ...line, id: 'b', size: 'M', quantity: 1, amount: 1000 },
    { quantity: 0, amount: 80 },
  ])
  // A sum alone is money of each line, and of no unit.
  assert.deepEqual(
    requestedLines(308)?.map(({ id, quantity, amount }) => [id, quantity, amount]),
    [
      ['a', 0, 200],
      ['b', 0, 100],
      [undefined, 0, 8],
    ],
  )
})

test('a unit of a line that is not there brings nothing', () => {
  const items = [
    { index: 7, quantity: 1 },
    { index: 1, quantity: 1 },
  ]
  assert.deepEqual(byReturn(asked({ items }), [refundOf({})]), [['b', 1, 1000]])
})

test('a sale tells the sizes that were kept after an exchange', () => {
  const sale = { ...back(0), kind: 'sale', isSale: true, amount: TOTAL } as const
  const sizes = (request: ReturnRequest) =>
    paidParts(paid({}, { returns: [request] }), sale).map((part) =>
      part.sizes.map(({ size, quantity }) => `${size} ${quantity}`),
    )
  const exchange = asked({ state: 'exchanged', items: [{ index: 0, quantity: 1, size: 'L' }] })
  assert.deepEqual(sizes(exchange), [['M 1', 'L 1'], ['M 1'], []])
  assert.deepEqual(sizes({ ...exchange, state: 'received' }), [['M 2'], ['M 1'], []])
  assert.deepEqual(sizes({ ...exchange, items: [{ index: 0, quantity: 1 }] }), [
    ['M 2'],
    ['M 1'],
    [],
  ])
})

const listed = (...amounts: readonly number[]) => ({
  refunds: amounts.map((amount, index) => ({ id: `R${index + 1}`, amount, at: at(9) })),
  refundedAmount: amounts.reduce((sum, amount) => sum + amount, 0),
})

/** What the refunds of an order took from each of its goods and its delivery, together. */
function takenFrom(order: Order): Readonly<Record<string, number>> {
  const taken: Record<string, number> = {}
  for (const { id, amount } of order.payment?.refunds ?? []) {
    const movement = { ...back(amount), refs: { capture: 'C1', transaction: id } }
    for (const part of paidParts(order, movement)) {
      const name = part.product ?? 'delivery'
      if (part.amount !== 0) taken[name] = (taken[name] ?? 0) + part.amount
    }
  }
  return taken
}

const ALL = { a: 2000, b: 1000, delivery: 80 }

test('what is left after a return goes back from what is left, so that nothing is kept of all', () => {
  const { refunds, refundedAmount } = listed(1000, TOTAL - 1000)
  const [first, ...rest] = refunds
  assert.ok(first)
  const money = {
    refunds: [{ ...first, key: 'refund:doc-1:1' }, ...rest],
    refundedAmount,
    refundRequests: [refundOf({})],
  }
  const returns = [asked({ items: [{ index: 1, quantity: 1 }] })]
  assert.deepEqual(takenFrom(paid(money, { returns })), ALL)
})

for (const amounts of [
  [308, TOTAL - 308],
  [1, 1, 1, TOTAL - 3],
  [1000, 1080, 1000],
  [TOTAL - 1, 1],
]) {
  test(`refunds of ${amounts.join(', ')} take from each what was paid for it`, () => {
    assert.deepEqual(takenFrom(paid(listed(...amounts))), ALL)
  })
}

test('however all money goes back, in parts and for returns, nothing is kept of any goods', () => {
  const part = record({ amount: integer({ min: 1, max: 1200 }), isReturn: boolean() })
  always(
    property(array(part, { minLength: 1, maxLength: 6 }), boolean(), (parts, isLastReturn) => {
      const most = parts.filter(({ amount }) => amount < TOTAL / 6)
      const sum = most.reduce((all, { amount }) => all + amount, 0)
      const all = [...most, { amount: TOTAL - sum, isReturn: isLastReturn }]
      const refunds = all.map(({ amount }, index) => {
        return { id: `R${index + 1}`, amount, at: at(9), key: `refund:doc-1:${index + 1}` }
      })
      const refundRequests = all.map(({ amount, isReturn }, index) => {
        const { returnNumber: _number, ...plain } = refundOf({ number: index + 1, amount })
        return isReturn ? { ...plain, returnNumber: 1 } : plain
      })
      const returns = [asked({ items: [{ index: 1, quantity: 1 }] })]
      const order = paid({ refunds, refundedAmount: TOTAL, refundRequests }, { returns })
      assert.deepEqual(takenFrom(order), ALL)
    }),
    { numRuns: 300, seed: 1354 },
  )
})

test('a return of which more went back than its price leaves less of it to the rest', () => {
  const { refunds, refundedAmount } = listed(1300, TOTAL - 1300)
  const [first, ...rest] = refunds
  assert.ok(first)
  const refundRequests = [refundOf({ amount: 1300 })]
  const money = {
    refunds: [{ ...first, key: 'refund:doc-1:1' }, ...rest],
    refundedAmount,
    refundRequests,
  }
  const returns = [asked({ items: [{ index: 1, quantity: 1 }] })]
  assert.deepEqual(takenFrom(paid(money, { returns })), ALL)
})

/** An order of which a line of `a` and then one of `b` were taken out, each with its refund before or after the next. */
function shortenedTwice(order: readonly ('a' | 'b' | 'R1' | 'R2')[]): Order {
  const a = item(1, { price: 1000 })
  const b = item(1, { id: 'b', price: 900 })
  const kept = item(1, { id: 'c', price: 1100 })
  let removed: (typeof a)[] = []
  const history = order.map((what): OrderEvent => {
    if (what === 'a' || what === 'b') {
      removed = [...removed, what === 'a' ? a : b]
      return newEvent('items.changed', { before: [], after: [], items: [], removed }, after(5))
    }
    const money = { amount: 0, inReview: false, origin: 'shop' } as const
    return newEvent('money.refunded', { refundRef: what, ...money }, after(6))
  })
  return paid(listed(1000, 900), { items: [kept], removed, history })
}

for (const order of [
  ['a', 'R1', 'b', 'R2'],
  ['a', 'b', 'R1', 'R2'],
] as const) {
  test(`of goods taken out and paid back as ${order.join(', ')} each gives back its own`, () => {
    assert.deepEqual(takenFrom(shortenedTwice(order)), { a: 1000, b: 900 })
  })
}

const handed = (amount: number) => newEvent('money.refunded-by-hand', { amount }, after(6))

test('of a manual sale goods taken out give back their own too, and the rest what is left', () => {
  const a = item(1, { price: 1000 })
  const b = item(1, { id: 'b', price: 900 })
  const kept = item(1, { id: 'c', price: 1100 })
  const amounts = [1000, 900, TOTAL - 1900]
  const refunds = amounts.map((amount) => ({ amount, at: at(9) }))
  const taken = (...removed: (typeof a)[]) =>
    newEvent('items.changed', { before: [], after: [], items: [], removed }, after(5))
  const order = makeOrder({
    status: '已付款',
    paidAt: at(3),
    items: [kept],
    removed: [a, b],
    manualSale: { place: 'market', paidBy: 'cash', refunds },
    history: [taken(a), handed(1000), taken(a, b), handed(900), handed(TOTAL - 1900)],
  })
  const parts = amounts.map((amount, index) =>
    split(order, { ...back(amount), refs: { capture: '', transaction: `hand-${index + 1}` } }),
  )
  assert.deepEqual(parts, [
    [['a', 1, 1000]],
    [['b', 1, 900]],
    [
      ['c', 0, 1100],
      [undefined, 0, 80],
    ],
  ])
})

test('money that was taken is of what was left, and comes back to the same when it was won', () => {
  const money = { refunds: [{ id: 'R1', amount: 1000, at: at(6), key: 'refund:doc-1:1' }] }
  const order = paid(
    { ...money, refundedAmount: 1000, refundRequests: [refundOf({})] },
    { returns: [asked({ items: [{ index: 1, quantity: 1 }] })] },
  )
  const taking = {
    ...back(2080),
    kind: 'chargeback' as const,
    refs: { capture: 'C1', transaction: 'D1' },
  }
  const expected = [
    ['a', 0, 2000],
    ['b', 0, 0],
    [undefined, 0, 80],
  ]
  assert.deepEqual(split(order, taking), expected)
  assert.deepEqual(split(order, { ...taking, kind: 'returned', amount: 2080 }), expected)
})
