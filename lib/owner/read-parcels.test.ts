import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeMoves, type UnitsMove } from '#lib/inventory/units-to-make.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { isToShip, isWaiting, promisedDay } from '#lib/order/shipping-date.ts'
import { makeParcel, toStore, withBooking } from '#lib/parcel/parcels.fixture.ts'
import { makeAttempt, makeDispute, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { ownerListPath, ownerQuery } from './order-views.ts'
import { productsToMake } from './products-to-make.ts'
import { canPrintLabel, parcelsOf } from './read-parcels.ts'

const withNumber = (id: string, order: Order): Order => ({ ...order, id, orderNumber: id })
const ids = (orders: readonly Order[]) => orders.map(({ id }) => id)

test("the owner's parcels: what can be booked, what must be mended first, and what is to be handed over by when", () => {
  const preorder = toStore()
  const [item] = preorder.items
  assert.ok(item)
  const waiting = { ...preorder, items: [{ ...item, preorder: { shipsAbout: '2099-01-01' } }] }
  const typed = { ...preorder.recipient, store: '7-11 重慶門市' }
  const late = { bookedAt: '2026-11-22T02:00:00.000Z' }
  const disputedPayment = makePayment([makeAttempt()], { disputes: [makeDispute('open')] })
  const day = parcelsOf(
    [
      withNumber('ready', toStore()),
      withNumber('home', toStore({ shippingMethod: 'home' })),
      withNumber('waiting', waiting),
      withNumber('by-name', toStore({ recipient: typed })),
      withNumber(
        'requested',
        toStore({ storeChoice: { token: 't', store: '1', requestedAt: '' } }),
      ),
      withNumber('later', withBooking(late)),
      withNumber('first', withBooking()),
      withNumber('expired', withBooking({ state: 'expired' })),
      withNumber('disputed', toStore({ payment: disputedPayment })),
      withNumber('unanswered', withBooking({ state: 'booking', bookedAt: undefined })),
    ],
    { sendsHome: false },
  )
  assert.deepEqual(ids(day.toBook), ['ready', 'expired'])
  assert.deepEqual(ids(day.unfit), ['by-name'])
  assert.deepEqual(
    day.booked.map(({ order, dropOffBy }) => [order.id, dropOffBy]),
    [
      ['unanswered', undefined],
      ['first', '2026-11-27'],
      ['later', '2026-11-28'],
    ],
  )
})

test('parcels home stand among them where the carrier goes home', () => {
  const home = withNumber('home', toStore({ shippingMethod: 'home' }))
  const booked = withNumber('booked', withBooking({ chain: '黑貓' }, { shippingMethod: 'home' }))
  const orders = [home, booked]
  const day = parcelsOf(orders, { sendsHome: true })
  // The fixture's recipient has no address.
  assert.deepEqual(ids(day.unfit), ['home'])
  assert.deepEqual(
    day.booked.map(({ order, dropOffBy }) => [order.id, dropOffBy]),
    [['booked', '2026-12-11']],
  )
  assert.deepEqual(parcelsOf(orders, { sendsHome: false }).booked, [])
})

test('a label is printed for a booked parcel that may be shipped and collects nothing', () => {
  const order = withBooking()
  const { payment } = order
  assert.ok(payment)
  assert.equal(canPrintLabel(order), true)
  assert.equal(canPrintLabel(toStore()), false)
  assert.equal(canPrintLabel(withBooking({ state: 'waiting' })), false)
  assert.equal(canPrintLabel({ ...order, parcels: [makeParcel({ collect: 100 })] }), false)
  assert.equal(canPrintLabel({ ...order, payment: { ...payment, state: 'refunded' } }), false)
})

const now = new Date('2026-11-22T04:00:00.000Z')

const item = (overrides: Partial<OrderItem> = {}): OrderItem => ({
  id: 'otr-001',
  title: '旅見',
  size: 'M',
  color: '白',
  quantity: 1,
  price: 1540,
  image: '/x.jpg',
  ...overrides,
})

function paidOrder(overrides: Partial<Order> = {}, refunded = 0, at = now.toISOString()): Order {
  const attempt = makeAttempt({ state: 'captured', captureId: 'C1' })
  const refunds = refunded > 0 ? [{ id: 'R1', amount: refunded, at }] : []
  const payment = makePayment([attempt], { captureId: 'C1', refundedAmount: refunded, refunds })
  return makeOrder({ status: '已付款', paidAt: at, payment, items: [item()], ...overrides })
}

/** The document that these moves make. */
function documentOf(moves: readonly UnitsMove[]) {
  const units: Record<string, number> = {}
  const pending: Record<string, number> = {}
  const days: Record<string, number> = {}
  for (const move of moves) {
    for (const [name, count] of Object.entries(move.units)) {
      units[name] = (units[name] ?? 0) + count
    }
    for (const [name, count] of Object.entries(move.pending)) {
      pending[name] = (pending[name] ?? 0) + count
    }
    for (const [day, count] of Object.entries(move.days)) days[day] = (days[day] ?? 0) + count
  }
  return { id: 'otr-001', title: '旅見', units, pending, days }
}

const makeDisputed = (): Order => {
  const order = paidOrder()
  const disputes = [makeDispute('open')]
  return { ...order, ...(order.payment ? { payment: { ...order.payment, disputes } } : {}) }
}

test('only what is paid for good and not on its way is to be shipped', () => {
  assert.equal(isToShip(paidOrder()), true)
  assert.equal(isToShip(paidOrder({}, 1000)), true)
  assert.equal(isToShip(paidOrder({}, 3080)), false)
  assert.equal(isToShip(makeDisputed()), false)
  assert.equal(isToShip(makeOrder()), false)
  assert.equal(isToShip(paidOrder({ status: '已出貨' })), false)
})

const days = [
  { preorders: [], day: undefined, waits: false },
  { preorders: ['2026-11-22'], day: '2026-11-22', waits: true },
  { preorders: ['2026-12-01', '2026-11-01'], day: '2026-12-01', waits: true },
  { preorders: [undefined], day: '9999-12-31', waits: true },
]

for (const { preorders, day, waits } of days) {
  test(`pre-orders for [${preorders.join(', ')}] ${waits ? 'wait, whatever the day,' : 'are due'} until they are here`, () => {
    const items = preorders.map((shipsAbout) => item({ preorder: { shipsAbout } }))
    assert.equal(promisedDay({ items }), day)
    assert.equal(isWaiting({ items }), waits)
    const came = preorders.map((shipsAbout) => item({ preorder: { shipsAbout, isHere: true } }))
    assert.equal(isWaiting({ items: came }), false)
  })
}

test('shirts to be made are counted by product, colour and size, of orders that are to be shipped', () => {
  const first = { shipsAbout: '2027-02-28' }
  const refunded = paidOrder({ items: [item({ preorder: first })] }, 3080)
  const orders = [
    paidOrder({ items: [item({ preorder: first, quantity: 2 }), item({ size: 'S' })] }),
    paidOrder({ items: [item({ preorder: { shipsAbout: '2027-01-31' }, size: 'S' })] }),
    paidOrder({ items: [item({ preorder: first })] }),
    refunded,
  ]
  const gone = { ...paidOrder({ items: [item({ preorder: first })] }), status: '已出貨' as const }
  const moves = [
    ...orders.flatMap((order) => makeMoves(undefined, order)),
    ...makeMoves(undefined, paidOrder({ items: [item({ preorder: first })] })),
    ...makeMoves(paidOrder({ items: [item({ preorder: first })] }), gone),
  ]
  assert.deepEqual(productsToMake([documentOf(moves)]), [
    {
      id: 'otr-001',
      title: '旅見',
      shipsAbout: '2027-01-31',
      quantity: 4,
      units: [
        { color: '白', size: 'S', quantity: 1, pending: 0 },
        { color: '白', size: 'M', quantity: 3, pending: 0 },
      ],
      isWrong: false,
    },
  ])
})

test('counts of more units in question than there are contradict each other', () => {
  const days = { '2027-01-31': 1 }
  const counted = { id: 'otr-001', title: '旅見', units: { '白 L': 1 }, days }
  const isWrong = (pending: number) =>
    productsToMake([{ ...counted, pending: { '白 L': pending } }])[0]?.isWrong
  assert.deepEqual([isWrong(1), isWrong(2), isWrong(-1)], [false, true, true])
})

const wrongCounts = [
  ['a size below zero', { '白 L': 3, '白 XL': -3 }, {}, '白 L 3、白 XL -3'],
  ['a size below zero alone', { '白 L': -2 }, { '2027-01-31': -2 }, '白 L -2'],
  ['days without units', {}, { '2027-01-31': 5 }, ''],
  ['fewer units than the days say', { '白 L': 1 }, { '2027-01-31': 5 }, '白 L 1'],
] as const

for (const [what, units, days, shown] of wrongCounts) {
  test(`counts that contradict each other are shown, never hidden: ${what}`, () => {
    const [product] = productsToMake([{ id: 'otr-001', title: '旅見', units, pending: {}, days }])
    assert.equal(product?.isWrong, true)
    const words = product.units.map(({ color, size, quantity }) => `${color} ${size} ${quantity}`)
    assert.equal(words.join('、'), shown)
  })
}

test('a product of which nothing is left to be made is not shown, nor a day that is over', () => {
  const order = paidOrder({ items: [item({ preorder: {} })] })
  const moves = makeMoves(undefined, order)
  assert.equal(productsToMake([documentOf(moves)])[0]?.shipsAbout, undefined)
  const shipped = makeMoves(order, { ...order, status: '已出貨' })
  assert.deepEqual(productsToMake([documentOf([...moves, ...shipped])]), [])
})

test("the list's address says what is asked, and anything else asks for what is to be shipped", () => {
  for (const path of [
    '/owner/orders',
    '/owner/orders?view=waiting',
    '/owner/orders?search=%E7%8E%8B&view=all&page=3',
    '/owner/orders?view=all&sort=largest&from=2026-11-01&to=2026-11-30',
    '/owner/orders?kept=0123456789abcdef&view=all&page=2',
    '/owner/orders?sort=newest',
    '/owner/orders?view=shipped&delivery=7-11',
  ]) {
    const overrides = Object.fromEntries(new URL(path, 'http://x').searchParams)
    assert.equal(ownerListPath(ownerQuery(overrides)), path)
  }
  assert.deepEqual(
    ownerQuery({ view: 'x', page: '-1', search: ['a'], sort: 'x', from: '2026-02-30' }),
    {
      view: 'to-ship',
      search: '',
      kept: '',
      page: 1,
      sort: 'oldest',
      from: '',
      to: '',
      delivery: '',
    },
  )
})

test('what is to be made names no units that are none, nor a kind without a size', () => {
  const [product] = productsToMake([
    {
      id: 'b',
      title: '晴天',
      units: { '白色 M': 2, '白色 L': 0, 白色: 3 },
      pending: {},
      days: { '2026-12-01': 2 },
    },
  ])
  assert.deepEqual(
    [product?.units, product?.quantity, product?.isWrong],
    [[{ color: '白色', size: 'M', quantity: 2, pending: 0 }], 2, false],
  )
})
