import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readOrderNumber } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import { toStore } from '#lib/parcel/parcels.fixture.ts'
import { makeAttempt, makeDispute, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { refundUnits } from '#lib/payment/refund/refund-units.ts'
import { isRefundable, returnedPrice } from '#lib/payment/refund/refundable.ts'
import type { DayAbout } from '#lib/product/day-questions.ts'
import { numberDrawing, pickingList } from './packing.ts'
import { refundDue, refundReason, suggestedReturn } from './suggested-refund.ts'
import { firstTask, shippingCounts, type TaskCounts, waitingTasks } from './today.ts'

test('the picking list sums the orders by size, the smallest first', () => {
  const orders = [
    { items: [item(1, { size: 'XL' }), item(2, { size: 'S' })] },
    { items: [item(3, { size: 'S' }), item(1, { size: 'M', color: '黑色' })] },
  ]
  assert.deepEqual(
    pickingList(orders).map(({ color, size, quantity }) => `${color} ${size} ${quantity}`),
    ['白色 S 5', '白色 XL 1', '黑色 M 1'],
  )
})

test('the code on a slip holds the number as the search reads it', () => {
  const { text, side, path } = numberDrawing('Order2026112110-0001')
  assert.equal(readOrderNumber(text), 'Order2026112110-0001')
  assert.ok(side >= 25 && path.startsWith('M'))
})

const request = (overrides: Partial<ReturnRequest>): ReturnRequest => ({
  number: 1,
  requestedAt: '2026-11-22T02:00:00.000Z',
  changedAt: '2026-11-22T02:00:00.000Z',
  state: 'received',
  items: [{ index: 0, quantity: 1 }],
  reason: '',
  contact: '',
  ...overrides,
})

// Two units of NT$500, and NT$80 of delivery.
const order = (...returns: ReturnRequest[]): Order =>
  makeOrder({ items: [item(2)], totalAmount: 1080, returns })

const cases: [string, Order, number][] = [
  ['nothing came back', order(), 1080],
  ['one of two units came back', order(request({})), 500],
  ['all came back', order(request({ items: [{ index: 0, quantity: 2 }] })), 1080],
  [
    'what came back was exchanged',
    order(request({ state: 'exchanged', items: [{ index: 0, quantity: 1, size: 'L' }] })),
    1080,
  ],
  ['a return is refused', order(request({ state: 'refused' })), 1080],
  ['a return is still on its way', order(request({ state: 'accepted' })), 0],
]

for (const [what, overrides, amount] of cases) {
  test(`a refund is filled in with NT$${amount} where ${what}`, () => {
    assert.equal(refundDue(overrides, 1080), amount)
  })
}

const exchange = (overrides: Partial<ReturnRequest> = {}) =>
  request({ state: 'exchanged', items: [{ index: 0, quantity: 1, size: 'L' }], ...overrides })
const mixed = [...exchange().items, ...request({}).items]

const chosen: [string, Order, number | undefined][] = [
  ['an exchange alone', order(exchange()), undefined],
  ['an exchange that is asked for', order(exchange({ state: 'requested' })), undefined],
  ['an exchange after a return', order(request({}), exchange({ number: 2 })), 1],
  ['an exchange whose size was gone', order(exchange({ state: 'received' })), 1],
  ['a return with an exchange in it', order(exchange({ items: mixed })), 1],
  ['a return on its way', order(request({ state: 'accepted' })), 1],
  ['a refused return', order(request({ state: 'refused' })), undefined],
  ['two returns', order(request({}), request({ number: 2 })), 1],
  ['a return, and units taken out', { ...order(request({})), removed: [item(1)] }, undefined],
]
for (const [what, returned, number] of chosen) {
  test(`a refund is for return ${number ?? 'none'} at first, with ${what}`, () => {
    assert.equal(suggestedReturn(returned), number)
  })
}

test('a refund of what a return still has due is for that return', () => {
  const part = { ...order(request({})), payment: refundsDue(200, 1) }
  assert.deepEqual([refundDue(part, 880), suggestedReturn(part)], [300, 1])
  const whole = { ...order(request({})), payment: refundsDue(500, 1) }
  assert.equal(suggestedReturn(whole), undefined)
})

const refundsDue = (amount: number, returnNumber?: number) =>
  makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })], {
    captureId: 'C1',
    refundRequests: [
      {
        number: 1,
        amount,
        reason: '退貨',
        idempotencyKey: 'p',
        who: 'Mei',
        at: '2026-11-22T02:00:00.000Z',
        state: 'by-hand',
        ...(returnNumber === undefined ? {} : { returnNumber }),
      },
    ],
  })

const owing: [string, Order][] = [
  ['a return', { ...order(request({})), payment: refundsDue(500, 1) }],
  ['units that were taken out', { ...order(), removed: [item(1)], payment: refundsDue(500) }],
]
for (const [what, back] of owing) {
  test(`what is owed for ${what} and not made yet is not filled in again`, () => {
    assert.equal(refundDue(back, 580), 580)
    assert.notEqual(refundReason(back), '少訂的差額')
  })
}

test('returns of a line that a code took something off give back what was paid for it, in all', () => {
  const sold = makeOrder({
    items: [item(3, { reduction: 100 })],
    totalAmount: 1400,
    reductions: [{ kind: 'code', name: 'SUMMER', goods: 100, delivery: 0 }],
  })
  const returns = [1, 2, 3].map((number) => request({ number, state: 'received' }))
  const due = returns.map((_, index) =>
    returnedPrice({ ...sold, returns: returns.slice(0, index + 1) }, index + 1, {
      index: 0,
      quantity: 1,
    }),
  )
  assert.deepEqual(due, [466, 467, 467])
  assert.equal(refundDue({ ...sold, returns: returns.slice(0, 1) }, 1400), 466)
  const whole = [request({ items: [{ index: 0, quantity: 3 }] })]
  assert.equal(refundDue({ ...sold, returns: whole }, 1400), 1400)
})

const CAPTURED = makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })], {
  captureId: 'C1',
})

test('a refund says by itself why it is made, and offers one unit of each line at what was paid for it', () => {
  const paid = { ...order(), status: '已付款' } as const
  const shipped = { ...order(), status: '已完成' } as const
  const reasons = [paid, shipped, { ...shipped, returns: [request({})], payment: CAPTURED }].map(
    refundReason,
  )
  assert.deepEqual(reasons, ['買家在出貨前取消', '買家要求退款', '收到退貨'])
  const two = makeOrder({
    items: [item(2, { reduction: 100 }), item(1, { size: 'L' }), item(1, { size: 'L' })],
  })
  assert.deepEqual(
    refundUnits(two, 1400).map(({ words, amount }) => [words.slice(-4), amount]),
    [
      ['白色 M', 450],
      ['白色 L', 500],
    ],
  )
  assert.deepEqual(refundUnits(two, 450), [])
})

test('only an order whose money is there, and that no person must look at, is opened at its refund', () => {
  const paid = makeOrder({ payment: CAPTURED })
  const review = { reason: 'amount', at: '2026-11-22T02:00:00.000Z' } as const
  assert.deepEqual(
    [
      paid,
      makeOrder(),
      { ...paid, payment: { ...CAPTURED, review } },
      { ...paid, payment: { ...CAPTURED, disputes: [makeDispute('open')] } },
    ].map(isRefundable),
    [true, false, false, false],
  )
})

const NOTHING: TaskCounts = {
  disputes: 0,
  reviews: 0,
  refundsDue: 0,
  cancels: 0,
  returns: 0,
  toShip: 0,
  dataRequests: 0,
  invoices: 0,
  parcels: 0,
  booked: 0,
  daysOver: 0,
  daysNear: 0,
  applications: 0,
  halves: 0,
}

// In the order of harm: each is first where all before it are done.
const tasks: readonly (readonly [keyof TaskCounts, RegExp])[] = [
  ['disputes', /1 件爭議/],
  ['reviews', /1 筆款項/],
  ['refundsDue', /人工退還 1 筆/],
  ['cancels', /1 筆申請取消/],
  ['invoices', /1 件電子發票/],
  ['dataRequests', /1 件資料請求，法定期限/],
  ['parcels', /1 個異常的包裹/],
  ['returns', /1 件退換貨/],
  ['daysOver', /1 個已過的日期/],
  ['booked', /交寄 1 個包裹/],
  ['toShip', /出 1 筆貨/],
  ['daysNear', /1 個快到的日期/],
  ['applications', /1 封共創來信/],
  ['halves', /1 張別人畫的另一半/],
]

for (const [index, [name, words]] of tasks.entries()) {
  test(`the start page says what to do first, of all that waits: ${name}`, () => {
    const rest = Object.fromEntries(tasks.slice(index).map(([one]) => [one, 1]))
    // Another order than the booked one is to be shipped.
    const waiting = { ...NOTHING, ...rest, toShip: name === 'booked' ? 2 : (rest.toShip ?? 0) }
    assert.match(firstTask(waiting)?.words ?? '', words)
  })
}

test('nothing is first where nothing waits, and what is booked is not to be shipped again', () => {
  assert.equal(firstTask(NOTHING), undefined)
  const booked = { ...NOTHING, toShip: 14, booked: 14, dropOffBy: '2026-11-30' }
  assert.match(firstTask(booked)?.words ?? '', /^交寄 14 個包裹，最早要在 2026年11月30日前$/)
  assert.match(firstTask({ ...booked, booked: 13 })?.words ?? '', /^交寄 13/)
})

const dayOver = (about: DayAbout, isOffSale = false) => ({
  product: 'a',
  title: 'A',
  day: '2026-11-20',
  isOver: true,
  about,
  isOffSale,
})
const overs: readonly (readonly [ReturnType<typeof dayOver>, boolean])[] = [
  [dayOver('shipping'), true],
  [dayOver('shipping', true), false],
  [dayOver('facts'), false],
  [dayOver('deadline'), false],
]
for (const [question, isPaused] of overs) {
  test(`a ${question.about} day that passed ${isPaused ? 'pauses' : 'does not pause'} the sale${question.isOffSale ? ' that has ended' : ''}`, () => {
    const counted = waitingTasks(NOTHING, {
      invoices: undefined,
      parcels: undefined,
      questions: [question],
      applications: 0,
      halves: 0,
    })
    const text = `回答 1 個已過的日期${isPaused ? '，回答前暫停販售' : ''}`
    assert.equal(firstTask(counted)?.words, text)
  })
}

test('every count that the start page shows can be the first task', () => {
  const named = new Set<string>(tasks.map(([name]) => name))
  for (const name of Object.keys(NOTHING)) assert.ok(named.has(name), name)
  const question = { product: 'a', title: 'A', day: '2026-11-30', isOffSale: false }
  const counted = waitingTasks(NOTHING, {
    invoices: {
      alarms: [{ order: makeOrder({}), alarm: 'late' }],
      numbers: { requestedAt: '', left: 0, notices: ['none-left'] },
    },
    parcels: {
      toBook: [],
      unfit: [],
      unreadable: [],
      alarms: [makeOrder({})],
      booked: [{ order: makeOrder({}), dropOffBy: '2026-12-01' }],
    },
    questions: [
      { ...question, about: 'shipping', isOver: true },
      { ...question, about: 'facts', isOver: false },
    ],
    applications: 3,
    halves: 2,
  })
  assert.partialDeepStrictEqual(counted, {
    invoices: 2,
    parcels: 1,
    booked: 1,
    dropOffBy: '2026-12-01',
    daysOver: 1,
    daysNear: 1,
    applications: 3,
    halves: 2,
  })
})

test('an order whose parcel is booked waits to be handed over, and is none to ship', () => {
  const order = toStore({ status: '已付款' })
  const disputed = { ...order, payment: makePayment([], { disputes: [makeDispute('open')] }) }
  const booked = [order, disputed].map((one) => ({ order: one, dropOffBy: undefined }))
  const day = { toBook: [], unfit: [], booked, alarms: [], unreadable: [] }
  // The disputed one is not among those that can ship.
  assert.deepEqual(shippingCounts({ toShip: 3 }, day), { toShip: 2, booked: 2 })
  assert.deepEqual(shippingCounts({ toShip: 3 }, undefined), { toShip: 3, booked: 0 })
})
