import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, property } from 'fast-check'

import { type StoredMovement, paidParts } from '../order/movements.ts'
import type { Order } from '../order/order.ts'
import { refundKey } from '../order/payment/money-back.ts'
import { csvRows } from './export-row.ts'
import { BEGINNINGS, deed, live, PAID, withVariants } from './lived-order.fixture.ts'
import { salesRows, statementRows } from './read-sales.ts'
import {
  daysIn,
  rangeNamed,
  readRange,
  type SalesReport,
  salesOf,
  type SalesSums,
  shareIn,
  statementOf,
} from './sales.ts'

const products = [
  { id: 'a', creator: 'studio' },
  { id: 'b', creator: 'lin' },
]
const november = { from: '2026-11-01', until: '2026-11-30' }
const reportOf = (movements: readonly StoredMovement[], orders: readonly Order[]) =>
  salesOf(november, movements, { orders, products })

const kept = (rows: readonly SalesSums[]) => rows.reduce((sum, row) => sum + row.kept, 0)

/** What each table adds up to, with delivery where it is of goods alone. */
const tableSums = ({
  days,
  weeks,
  codes,
  products: goods,
  sizes,
  creators,
  delivery,
}: SalesReport) =>
  [
    ...[days, weeks, codes].map(kept),
    ...[goods, sizes, creators].map((rows) => kept(rows) + delivery.kept),
  ] as const

test('after any row of deeds every table of a range adds up to its ledger', () => {
  const backs = new Set<boolean>()
  always(
    property(array(deed, { maxLength: 25 }), constantFrom(...BEGINNINGS), (deeds, first) => {
      const { order, movements } = live([...first, ...deeds])
      const report = reportOf(movements, [order])
      const booked = movements
        .filter(({ kind }) => kind !== 'parcel')
        .reduce((sum, { amount }) => sum + amount, 0)
      assert.equal(report.total.kept, booked)
      assert.deepEqual(tableSums(report), Array(6).fill(booked))
      backs.add(report.total.back > 0)
    }),
    { numRuns: 400, seed: 1334 },
  )
  assert.equal(backs.size, 2)
})

const figures = ({ orders, sold, returned, revenue, back }: SalesSums) => [
  orders,
  sold,
  returned,
  revenue,
  back,
]

test('a sale stands at its day, goods, size, creator and code', () => {
  const { order, movements } = live(withVariants(PAID))
  const report = reportOf(movements, [order])
  const day = report.days.filter(({ orders }) => orders > 0)
  assert.deepEqual(day.map(figures), [[1, 5, 0, 2400, 0]])
  assert.deepEqual(
    report.creators.map((row) => [row.key, ...figures(row)]),
    [
      ['lin', 0, 3, 0, 1440, 0],
      ['studio', 0, 2, 0, 960, 0],
    ],
  )
  assert.deepEqual(
    report.codes.map((row) => [row.key, ...figures(row)]),
    [[order.discount?.code, 1, 5, 0, 2400, 0]],
  )
})

const sizesOf = (some: readonly StoredMovement[], of: Order) =>
  reportOf(some, [of]).sizes.map(({ key, sold, returned, kept: left }) => [
    key,
    sold,
    returned,
    left,
  ])

const sized = ({ products: goods }: SalesReport) =>
  goods.map(({ key, sizes }) => [key, sizes.map((row) => `${row.key} ${row.kept}`).join()])

test('an exchange counts under the size that was kept, and money that went back with it', () => {
  const { order, movements } = live(withVariants(PAID))
  const [sale] = movements
  assert.ok(sale)
  const at = '2026-11-30T00:00:00.000Z'
  const request = { number: 1, askedAt: at, changedAt: at, reason: '', contact: '' }
  const items = [{ index: 1, quantity: 2, size: 'L' as const }]
  const exchanged: Order = { ...order, returns: [{ ...request, state: 'exchanged', items }] }
  const all = { ...sale, kind: 'refund' as const, isSale: false, amount: -2400 }
  assert.deepEqual(sizesOf([sale], order), [['M', 5, 0, 2400]])
  const nobody = { ...sale, orderId: 'unknown' }
  assert.deepEqual(sized(reportOf([sale, nobody], [order])), [
    ['', ''],
    ['b', 'M 1440'],
    ['a', 'M 960'],
  ])
  const given = reportOf([{ ...sale, amount: 0 }], [order]).total
  assert.deepEqual([given.sold, given.returned], [5, 0])
  const delivered = { ...order, totalAmount: order.totalAmount + 80 }
  const { delivery } = reportOf([{ ...sale, amount: delivered.totalAmount }], [delivered])
  assert.equal(delivery.revenue, 80)
  assert.deepEqual(sizesOf([sale], exchanged), [
    ['M', 3, 0, 1440],
    ['L', 2, 0, 960],
  ])
  assert.deepEqual(sizesOf([sale, all], exchanged), [
    ['M', 3, 3, 0],
    ['L', 2, 2, 0],
  ])
  // What was only asked for is not kept.
  const asked: Order = { ...order, returns: [{ ...request, state: 'asked', items }] }
  assert.deepEqual(sizesOf([sale], asked), [['M', 5, 0, 2400]])
})

test('seven days are compared with the whole seven before, counted from the last day', () => {
  const { movements } = live(withVariants(PAID))
  const [sale] = movements
  assert.ok(sale)
  const on = (day: number) => ({
    ...sale,
    at: `2026-11-${String(day).padStart(2, '0')}T04:00:00.000Z`,
  })
  const { weeks } = reportOf([on(1), on(9), on(16), on(17), on(18), on(30)], [])
  assert.deepEqual(
    weeks.map(({ from, until, kept: left, before }) => [from, until, left, before]),
    [
      ['2026-11-24', '2026-11-30', 2400, 4800],
      ['2026-11-17', '2026-11-23', 4800, 2400],
      ['2026-11-10', '2026-11-16', 2400, 2400],
      ['2026-11-03', '2026-11-09', 2400, undefined],
      ['2026-11-01', '2026-11-02', 2400, undefined],
    ],
  )
})

const now = new Date('2026-11-30T16:30:00.000Z')
const ranges = [
  [undefined, undefined, '2026-11-02', undefined],
  ['2026-02-01', '2026-02-28', '2026-02-01', undefined],
  ['2026-02-01', '2026-02-30', '2026-11-02', 'no-such-day'],
  ['2026-02-01', undefined, '2026-11-02', 'no-such-day'],
  ['2026-02-30', '2026-03-01', '2026-11-02', 'no-such-day'],
  ['2026-03-01', '2026-02-01', '2026-11-02', 'turned'],
  ['2026-02-01', '2026-02-01', '2026-02-01', undefined],
  ['2025-01-01', '2026-01-01', '2025-01-01', undefined],
  ['2025-01-01', '2026-01-02', '2026-11-02', 'too-long'],
] as const
for (const [from, until, first, problem] of ranges) {
  test(`from ${from} until ${until} is ${problem ?? 'shown'}`, () => {
    const wanted = readRange(from, until, now)
    assert.deepEqual([wanted.range.from, wanted.problem], [first, problem])
    if (problem !== undefined || from === undefined) assert.equal(daysIn(wanted.range), 30)
  })
}

for (const name of [
  '2026-11',
  '2026-11-30_2026-11-01',
  '2026-11-01_2026-11-31',
  '2026-11-01_2026-11-30_2026-12-01',
  'a_b',
  '',
  '_',
]) {
  test(`«${name}» names no range`, () => assert.equal(rangeNamed(name), undefined))
}

test('a range’s file has a row for each part, ends with the ledger’s sum, and runs no formula', () => {
  const { order, movements } = live(withVariants(PAID))
  const report = reportOf(movements, [order])
  assert.deepEqual(rangeNamed('2026-11-01_2026-11-30'), november)
  const rows = salesRows({
    ...report,
    productNames: new Map([['a', '=1+1']]),
    creatorNames: new Map([['lin', '林小姐']]),
    creatorOf: new Map([['b', 'lin']]),
  })
  const day = report.lines[0]?.day
  const code = order.discount?.code
  assert.deepEqual(rows[0], [day, '=1+1', 'a', 'M', '已下架的商品', code, 1, 2, 0, 960, 0, 960])
  assert.deepEqual(rows[1]?.slice(1, 6), ['已下架的商品', 'b', 'M', '林小姐', code])
  assert.deepEqual(rows.at(-1), ['合計', '', '', '', '', '', 1, 5, 0, 2400, 0, 2400])
  assert.match(csvRows(rows), /"'=1\+1"/)
})

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

test('after any row of deeds the creators’ rows and delivery add up to the ledger', () => {
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

test('a refund for a return is of the pieces that came back, and one of all is of all', () => {
  const { order: paid, movements } = live(withVariants(PAID))
  const [sale] = movements
  const { payment } = paid
  assert.ok(sale && payment)
  const at = '2026-11-30T00:00:00.000Z'
  const request = { number: 1, askedAt: at, changedAt: at, reason: '', contact: '' }
  const returns = [{ ...request, state: 'received' as const, items: [{ index: 1, quantity: 2 }] }]
  const refund = { number: 1, amount: 960, at, who: '', reason: '', pressed: '' }
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
  // A part of the price brings no piece back.
  assert.deepEqual(rowsOf(back(240), { ...order, payment }), [
    ['studio', 0, 96],
    ['lin', 0, 144],
  ])
})

const AT = '2026-11-30T00:00:00.000Z'
const { order: SOLD, movements: BOOKED } = live(withVariants(PAID))

type Returned = NonNullable<Order['returns']>[number]
const returned = (state: Returned['state'], pieces: Returned['items']): Returned => ({
  number: 1,
  state,
  items: pieces,
  askedAt: AT,
  changedAt: AT,
  reason: '',
  contact: '',
})

/** What the sale of an order, or a refund of so much for its first return, was for. */
function partsOf(order: Order, back?: number) {
  const [sale] = BOOKED
  assert.ok(sale && order.payment)
  if (back === undefined) return paidParts(order, { ...sale, amount: order.totalAmount })
  const refund = { number: 1, amount: back, at: AT, who: '', reason: '', pressed: '' }
  const payment = {
    ...order.payment,
    refunds: [{ id: 'R1', amount: back, at: AT, key: refundKey(order.id, 1) }],
    refundRequests: [{ ...refund, state: 'done' as const, returnNumber: 1 }],
  }
  const refs = { capture: '', transaction: 'R1' }
  const movement = { ...sale, kind: 'refund' as const, isSale: false, amount: 0 - back, refs }
  return paidParts({ ...order, payment }, movement)
}
const short = (parts: ReturnType<typeof paidParts>) =>
  parts.map(({ product, pieces, amount, sizes }) => [
    product,
    pieces,
    amount,
    sizes.map(({ size, quantity }) => `${size}${quantity}`).join(' '),
  ])

test('delivery is a part of a sale, and none of what was free of it', () => {
  assert.deepEqual(short(partsOf({ ...SOLD, totalAmount: SOLD.totalAmount + 80 })), [
    ['a', 2, 960, 'M2'],
    ['b', 3, 1440, 'M3'],
    [undefined, 0, 80, ''],
  ])
  assert.deepEqual(short(partsOf(SOLD)).at(-1), [undefined, 0, 0, ''])
})

test('a line is sold in the sizes that were kept, each exchange of its own pieces alone', () => {
  const pieces = [
    { index: 0, quantity: 1, size: 'L' as const },
    { index: 1, quantity: 1 },
  ]
  const sizesOf = (state: Returned['state']) =>
    short(partsOf({ ...SOLD, returns: [returned(state, pieces)] })).map((part) => part[3])
  assert.deepEqual(sizesOf('exchanged'), ['M1 L1', 'M3', ''])
  assert.deepEqual(sizesOf('received'), ['M2', 'M3', ''])
  const whole = [{ index: 0, quantity: 2, size: 'L' as const }]
  const all = partsOf({ ...SOLD, returns: [returned('exchanged', whole)] })
  assert.deepEqual(short(all)[0], ['a', 2, 960, 'L2'])
})

test('a refund for a return is of the pieces that were not exchanged, and of the whole where those cost nothing', () => {
  const pieces = [
    { index: 0, quantity: 1, size: 'L' as const },
    { index: 1, quantity: 1 },
  ]
  for (const state of ['exchanged', 'preparing'] as const) {
    const order = { ...SOLD, returns: [returned(state, pieces)] }
    assert.deepEqual(short(partsOf(order, 480)), [['b', 1, 480, 'M1']])
  }
  const received = { ...SOLD, returns: [returned('received', pieces)] }
  assert.deepEqual(
    short(partsOf(received, 960)).map(([product, count]) => [product, count]),
    [
      ['a', 1],
      ['b', 1],
    ],
  )
  const [first, second] = SOLD.items
  assert.ok(first && second)
  const gift = { ...first, reduction: first.price * first.quantity }
  const free = { ...SOLD, items: [gift, second], totalAmount: 1440 }
  const both = [
    { index: 0, quantity: 2 },
    { index: 1, quantity: 3 },
  ]
  assert.deepEqual(short(partsOf({ ...free, returns: [returned('received', both)] }, 1440)), [
    ['a', 2, 0, 'M2'],
    ['b', 3, 1440, 'M3'],
  ])
  const giftBack = { ...free, returns: [returned('received', [{ index: 0, quantity: 2 }])] }
  assert.deepEqual(
    short(partsOf(giftBack, 80)).map(([product, count, amount]) => [product, count, amount]),
    [
      ['a', 0, 0],
      ['b', 0, 80],
      [undefined, 0, 0],
    ],
  )
})

type Asked = { readonly number: number; readonly returnNumber: number; readonly state?: 'refused' }

// The parts of the second refund of an order, beside a first one.
function secondRefund(order: Order, first: Asked) {
  const [sale] = BOOKED
  assert.ok(sale && order.payment)
  const refund = { amount: 480, at: AT, who: '', reason: '', pressed: '', state: 'done' as const }
  const payment = {
    ...order.payment,
    refunds: [{ id: 'R2', amount: 480, at: AT, key: refundKey(order.id, 2) }],
    refundRequests: [
      { ...refund, ...first },
      { ...refund, number: 2, returnNumber: 1 },
    ],
  }
  const refs = { capture: '', transaction: 'R2' }
  const movement = { ...sale, kind: 'refund' as const, isSale: false, amount: -480, refs }
  return short(paidParts({ ...order, payment }, movement))
}

test('the pieces of a return come back with its first refund, and with no later one', () => {
  const order = { ...SOLD, returns: [returned('received', [{ index: 1, quantity: 1 }])] }
  assert.deepEqual(secondRefund(order, { number: 1, returnNumber: 1 }), [['b', 0, 480, 'M1']])
  for (const first of [
    { number: 1, returnNumber: 1, state: 'refused' as const },
    { number: 1, returnNumber: 7 },
    { number: 3, returnNumber: 1 },
  ]) {
    assert.deepEqual(secondRefund(order, first), [['b', 1, 480, 'M1']], JSON.stringify(first))
  }
  const lost = { ...SOLD, returns: [returned('received', [{ index: 9, quantity: 1 }])] }
  assert.deepEqual(
    secondRefund(lost, { number: 1, returnNumber: 7 }).map(([product]) => product),
    ['a', 'b', undefined],
  )
})

test('money for pieces that were taken out is of those, any other of the whole', () => {
  const [first] = SOLD.items
  assert.ok(first)
  const out = { ...first, id: 'c', quantity: 1, price: 300, reduction: 0 }
  const order = { ...SOLD, removed: [out], totalAmount: SOLD.totalAmount + 300 }
  assert.deepEqual(short(partsOf(order, 300)), [['c', 1, 300, 'M1']])
  assert.deepEqual(
    short(partsOf(order, 270)).map(([product, pieces]) => [product, pieces]),
    [
      ['a', 0],
      ['b', 0],
      ['c', 0],
      [undefined, 0],
    ],
  )
})

test('a sale that cost nothing has sold its pieces, and money that nothing weighs is of nobody', () => {
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
  const items = SOLD.items.map((one) => ({ ...one, reduction: one.price * one.quantity }))
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
