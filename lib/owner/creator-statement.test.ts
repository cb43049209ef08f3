import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, property } from 'fast-check'

import type { StoredMovement } from '#lib/ledger/entries.ts'
import { paidParts } from '#lib/ledger/paid-parts.ts'
import { applyChange, applyEvents } from '#lib/order/apply.ts'
import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { refundKey } from '#lib/payment/refund/refund-record.ts'
import { reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { shareIn, statementOf } from './creator-statement.ts'
import { BEGINNINGS, deed, live, PAID, withVariants } from './lived-order.fixture.ts'
import { statementRows } from './read-sales.ts'
import { BOOKED, products, short, SOLD } from './sales.fixture.ts'

const creators = [
  { slug: 'studio', shares: [] },
  {
    slug: 'lin',
    shares: [
      { from: '2027-01', percent: 30 },
      { from: '2026-01', percent: 20 },
    ],
  },
]

const catalogue = { products, creators }

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('after any row of actions the creators’ rows and delivery add up to the ledger', () => {
  const backs = new Set<boolean>()
  always(
    property(array(deed, { maxLength: 25 }), constantFrom(...BEGINNINGS), (steps, first) => {
      const { order, movements } = live([...first, ...steps])
      const statement = statementOf('2026-11', movements, { orders: [order], ...catalogue })
      const booked = sum(movements.filter(({ kind }) => kind !== 'parcel').map((m) => m.amount))
      assert.equal(statement.total, booked)
      assert.equal(sum(statement.rows.map(({ kept }) => kept)) + statement.delivery, booked)
      for (const { sold, returned, revenue, back, kept } of statement.rows) {
        assert.ok(sold >= 0 && returned >= 0 && revenue >= 0 && back >= 0)
        assert.equal(kept, revenue - back)
        backs.add(back > 0)
      }
    }),
    { numRuns: 400, seed: 1270 },
  )
  assert.equal(backs.size, 2)
})

test('a sale is of its goods’ creators at what was paid for each, and their share follows', () => {
  const { order, movements } = live(withVariants(PAID))
  const { rows, delivery } = statementOf('2026-11', movements, { orders: [order], ...catalogue })
  // NT$1,000 and NT$1,500, and NT$100 of a code among them.
  const facts = rows.map(({ creator, sold, revenue, percent, share }) => {
    return [creator, sold, revenue, percent, share]
  })
  assert.deepEqual(facts, [
    ['lin', 3, 1440, 20, 288],
    ['studio', 2, 960, 0, 0],
  ])
  assert.equal(delivery, 0)
})

const rowsOf = (movement: StoredMovement, of: Order) =>
  statementOf('2026-11', [movement], { orders: [of], ...catalogue }).rows.map(
    ({ creator, returned, back: money }) => [creator, returned, money],
  )

test('a refund for a return is of the units that came back, and one of all is of all', () => {
  const { order: paid, movements } = live(withVariants(PAID))
  const [sale] = movements
  const { payment } = paid
  assert.ok(sale && payment)
  const at = '2026-11-30T00:00:00.000Z'
  const request = { number: 1, requestedAt: at, changedAt: at, reason: '', contact: '' }
  const returns = [{ ...request, state: 'received' as const, items: [{ index: 1, quantity: 2 }] }]
  const refund = { number: 1, amount: 960, at, who: '', reason: '', idempotencyKey: '' }
  const order: Order = {
    ...paid,
    returns,
    payment: {
      ...payment,
      refunds: [{ id: 'R1', amount: 960, at, key: refundKey(paid.id, 1) }],
      refundRequests: [{ ...refund, state: 'done', returnNumber: 1 }],
    },
  }
  const back = (amount: number): StoredMovement => ({
    ...sale,
    kind: 'refund',
    isSale: false,
    amount: 0 - amount,
    refs: { capture: '', transaction: 'R1' },
  })
  assert.deepEqual(rowsOf(back(960), order), [['lin', 2, 960]])
  assert.deepEqual(rowsOf(back(2400), { ...order, payment }), [
    ['studio', 2, 960],
    ['lin', 3, 1440],
  ])
  // A part of the price brings no unit back.
  assert.deepEqual(rowsOf(back(240), { ...order, payment }), [
    ['studio', 0, 96],
    ['lin', 0, 144],
  ])
})

test('of two products at one price a refund is of the creator whose line the owner chose', () => {
  const { order: paid, movements } = live(withVariants(PAID))
  const [sale] = movements
  assert.ok(sale)
  const at = '2026-11-30T00:00:00.000Z'
  for (const [line, creator] of ['studio', 'lin'].entries()) {
    const wish = { amount: 480, key: 'press', line }
    const context = { now: new Date(at), by: 'owner', reason: '瑕疵' } as const
    const asked = reserveRefund(paid, wish, context)
    assert.ok(asked.ok && asked.data)
    const listed = { at, key: refundKey(paid.id, 1) }
    const money = { refundRef: 'R1', amount: 480, inReview: false, origin: 'shop', listed } as const
    const order = applyEvents(applyChange(paid, asked.data), [
      newEvent('money.refunded', money, context),
    ])
    const refs = { capture: '', transaction: 'R1' }
    const back: StoredMovement = { ...sale, kind: 'refund', isSale: false, amount: -480, refs }
    assert.deepEqual(rowsOf(back, order), [[creator, 1, 480]])
  }
})

test('a sale that cost nothing has sold its units, and money that nothing weighs is of nobody', () => {
  const [sale] = BOOKED
  assert.ok(sale)
  const { rows } = statementOf('2026-11', [{ ...sale, amount: 0 }], {
    orders: [SOLD],
    ...catalogue,
  })
  assert.deepEqual(
    rows.map(({ creator, sold, returned: back }) => [creator, sold, back]),
    [
      ['studio', 2, 0],
      ['lin', 3, 0],
    ],
  )
  const items = SOLD.items.map((item) => ({ ...item, reduction: item.price * item.quantity }))
  const free = { ...SOLD, items, totalAmount: 0 }
  assert.deepEqual(short(paidParts(free, { ...sale, amount: 50 })), [['', 0, 50, '']])
})

test('a share is the newest that had begun, and none before the first', () => {
  const [, lin] = creators
  assert.ok(lin)
  const months = ['2025-12', '2026-01', '2026-12', '2027-01', '2030-01']
  assert.deepEqual(
    months.map((month) => shareIn(lin, month)),
    [0, 20, 20, 30, 30],
  )
})

test('money without an order that can be read is of nobody, and stays in the sum', () => {
  const { movements } = live(withVariants(PAID))
  const statement = statementOf('2026-11', movements, { orders: [], ...catalogue })
  assert.deepEqual(
    statement.rows.map(({ creator, kept }) => [creator, kept]),
    [['', 2400]],
  )
})

test('a statement’s file names its creators, and ends with delivery and the sum', () => {
  const { order, movements } = live(withVariants(PAID))
  const statement = statementOf('2026-11', movements, { orders: [order], ...catalogue })
  const rows = statementRows({ ...statement, names: new Map([['lin', '林小姐']]) })
  assert.deepEqual(rows, [
    ['2026-11', '林小姐', 3, 0, 1440, 0, 1440, 20, 288],
    ['2026-11', 'studio', 2, 0, 960, 0, 960, 0, 0],
    ['2026-11', '運費', '', '', '', '', 0, '', ''],
    ['2026-11', '合計', '', '', '', '', 2400, '', 288],
  ])
})
