import assert from 'node:assert/strict'
import { test } from 'node:test'

import { deliveryOf } from '../delivery/recipient.ts'
import { mailsOf } from '../mail/outbox-store.ts'
import { applyChange } from './apply.ts'
import { newEvent } from './events.ts'
import {
  attempt,
  makeRefunds,
  items,
  money,
  parcel,
  PAYMENTS,
  request,
} from './order-view.fixture.ts'
import type { Order } from './order.ts'
import {
  after,
  afterChange,
  at,
  makeAttempt,
  makeOrder,
  withAttempts,
  makePayment,
  TOTAL,
  makeDispute,
} from './payment/orders.fixture.ts'
import {
  remindUnpaid,
  orderView,
  changeShipDate,
  orderIndex,
  deliveryKey,
  searchKeys,
  soughtKeys,
  timelineEntry,
} from './view.ts'

const DAY = 24 * 60

const remind = (order: Order, minutes = DAY) => remindUnpaid(order, after(minutes, 'sweep'))

test('an order that is unpaid for a day is reminded of once, by one mail', () => {
  const order = makeOrder()
  assert.equal(remind(order, DAY - 1), undefined)
  const change = remind(order)
  assert.ok(change)
  const later = afterChange(order, change)
  assert.deepEqual(
    mailsOf(order, later).map(({ kind }) => kind),
    ['payment-reminder'],
  )
  assert.equal(remind(later, 2 * DAY), undefined)
})

const silent: [string, Order][] = [
  ['paid', makeOrder({ status: '已付款', paidAt: at(5) })],
  ['cancelled', makeOrder({ status: '已取消' })],
  ['being paid', withAttempts(makeAttempt({ state: 'capturing' }))],
]

for (const [how, order] of silent) {
  test(`no reminder is sent for an order that is ${how}`, () => {
    assert.equal(remind(order), undefined)
  })
}

test('an address that nobody has proven is not reminded', () => {
  const order = makeOrder({ emailUnverified: true })
  const change = remind(order)
  assert.ok(change)
  assert.deepEqual(mailsOf(order, afterChange(order, change)), [])
})

const view = (overrides: Partial<Order>) => orderView(makeOrder({ items, ...overrides }))
const headline = (overrides: Partial<Order>) => view(overrides).headline
const kinds = (overrides: Partial<Order>) =>
  view(overrides).amounts.map(({ kind, amount }) => `${kind} ${amount}`)

test('the amounts are named by how the payment stands', () => {
  assert.deepEqual(kinds({}), ['due 3080'])
  assert.deepEqual(kinds({ status: '已付款', payment: money() }), ['paid 3080'])
  const part = { refundedAmount: 500, refunds: makeRefunds(500) }
  const more = {
    ...part,
    refundRequests: [request('done'), { ...request('pending', 80), number: 2 }],
  }
  assert.deepEqual(kinds({ status: '已付款', payment: money(more) }), [
    'paid 3080',
    'refunded 500',
    'refunding 80',
  ])
  const kind = 'chargeback' as const
  const taken = {
    refundedAmount: 580,
    refunds: [
      ...makeRefunds(500),
      { ...makeRefunds(80)[0], id: 'R2', amount: 80, at: at(9), kind },
    ],
  }
  assert.deepEqual(kinds({ status: '已出貨', payment: money(taken) }), [
    'paid 3080',
    'refunded 500',
    'taken 80',
  ])
  for (const name of ['capturing', 'pending', 'under review']) {
    assert.deepEqual(kinds({ payment: PAYMENTS[name] }), ['total 3080'], name)
  }
  assert.deepEqual(kinds({ status: '已取消', payment: attempt('closed') }), ['total 3080'])
  const manualSale: Order['manualSale'] = { place: 'market', paidBy: 'cash', refunds: [] }
  assert.deepEqual(kinds({ status: '已完成', manualSale }), ['paid 3080'])
})

test('an order promises a day until it leaves, and nothing once it will not', () => {
  const when = '預計 2027年3月31日前後出貨'
  const together = '整筆訂單預計 2027年3月31日前後一起出貨'
  // A single line has said it by itself.
  const promise = { kind: 'ships', when, together: undefined }
  for (const payment of [undefined, attempt('open')]) {
    assert.deepEqual(view({ payment }).promise, promise)
  }
  const two = [...items, ...items]
  assert.deepEqual(view({ status: '已付款', payment: money(), items: two }).promise, {
    kind: 'ships',
    when,
    together,
  })
  const sent = { ...parcel, shippedAt: at(30) }
  assert.deepEqual(view({ status: '已出貨', payment: money(), shipment: sent }).promise, {
    kind: 'parcel',
    parcel: sent,
  })
  for (const name of ['refunded', 'refund of all on its way', 'dispute lost', 'charged back']) {
    assert.equal(view({ status: '已付款', payment: PAYMENTS[name] }).promise, undefined, name)
  }
  assert.equal(view({ status: '已取消' }).promise, undefined)
})

test('each way in which an order stands has a headline of its own', () => {
  assert.equal(headline({}), 'pay')
  assert.equal(headline({ status: '已付款', payment: money() }), 'ordered')
  const sent = { shipment: { ...parcel, shippedAt: at(30) }, payment: money() }
  assert.equal(headline({ status: '已出貨', ...sent }), 'shipped')
  assert.equal(headline({ status: '已完成', ...sent }), 'completed')
  assert.equal(headline({ status: '已取消' }), 'cancelled')
  assert.equal(headline({ payment: PAYMENTS['under review'] }), 'review')
  assert.equal(headline({ status: '已付款', payment: PAYMENTS.refunded }), 'refunded')
})

const shirt = { title: '旅見', size: 'M', quantity: 1, price: 1540, image: '' } as const
const itemsShippingDate: Order['items'] = [
  { ...shirt, id: 'otr-001', preorder: { shipsAbout: '2027-03-31' } },
  { ...shirt, id: 'otr-001', size: 'L' },
  { ...shirt, id: 'otp-001', preorder: { shipsAbout: '2027-03-31' } },
]
const date = { product: 'otr-001', shipsAbout: '2027-04-15' }
const context = { ...after(5, 'owner'), who: '小芳', reason: '布料晚到' }
const order = makeOrder({ items: itemsShippingDate })

test("only the product's pre-orders move, and the order says why", () => {
  const change = changeShipDate(order, date, context)
  assert.ok(change)
  const moved = applyChange(order, change)
  assert.deepEqual(
    moved.items.map(({ preorder }) => preorder?.shipsAbout),
    ['2027-04-15', undefined, '2027-03-31'],
  )
  assert.deepEqual(moved.history.at(-1), {
    at: context.now.toISOString(),
    by: 'owner',
    who: '小芳',
    note: '布料晚到',
    type: 'ship-date.changed',
    data: { product: 'otr-001', shipsAbout: '2027-04-15', before: '2027-03-31' },
  })
  assert.equal(changeShipDate(moved, date, context), undefined)
})

const refunded = makePayment([makeAttempt({ state: 'captured' })], { refundedAmount: TOTAL })
const closed: [string, Partial<Order>][] = [
  ['was shipped', { status: '已出貨' }],
  ['is complete', { status: '已完成' }],
  ['was cancelled', { status: '已取消' }],
  ['was given back in full', { status: '已付款', payment: refunded }],
  ['holds no pre-order of it', { items: itemsShippingDate.slice(1) }],
]

for (const [name, overrides] of closed) {
  test(`an order that ${name} stays as it is`, () => {
    assert.equal(changeShipDate({ ...order, ...overrides }, date, context), undefined)
  })
}

const makePaid = (overrides: Partial<Order> = {}): Order => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  return makeOrder({
    status: '已付款',
    payment: makePayment(attempts, { captureId: 'C1' }),
    ...overrides,
  })
}
const makeDisputed = (): Order => {
  const order = makePaid()
  const disputes = [makeDispute('open')]
  return { ...order, ...(order.payment ? { payment: { ...order.payment, disputes } } : {}) }
}

const item = { id: 'a', title: 'A', size: 'M', quantity: 1, price: 1, image: '/a.jpg' } as const
const preordered = [item, { ...item, preorder: { shipsAbout: '2027-03-31' } }]

test('an order that can be shipped says from which day, and no other one', () => {
  assert.equal(orderIndex(makePaid()).readyOn, '2026-11-21')
  assert.equal(orderIndex(makePaid({ items: preordered })).readyOn, '9999-12-31')
  const came = [item, { ...item, preorder: { shipsAbout: '2027-03-31', isHere: true } as const }]
  assert.equal(orderIndex(makePaid({ items: came })).readyOn, '2026-11-21')
  for (const order of [makeOrder(), makeDisputed(), makePaid({ status: '已出貨' })]) {
    assert.equal('readyOn' in orderIndex(order), false)
  }
})

test('an order says what it asks of its owner, and where it was to be paid', () => {
  assert.deepEqual(orderIndex(makePaid()).needs, [])
  assert.deepEqual(orderIndex(makeDisputed()).needs, ['dispute', 'any'])
  assert.deepEqual(orderIndex(makePaid({ returnState: 'asked' })).needs, ['return', 'any'])
  assert.deepEqual(orderIndex(makePaid()).providers, ['paypal'])
  assert.deepEqual(orderIndex(makeOrder()).providers, [])
})

const recipient = {
  firstName: '小 芳',
  lastName: '王',
  phone: '0912-345-678',
  email: 'fang@example.com',
  zipcode: '106',
  city: '臺北市',
  area: '大安區',
  address: '和平東路一段 1 號',
  store: '7-11 123456 重慶門市',
  pickupName: '',
  note: '',
}
const refund = { id: '9RF00000000000000', amount: 1, at: '2026-11-21T02:00:00.000Z' }
const attemptSearchKeys = makeAttempt({ reference: '5O190127TN364715T', state: 'captured' })
const orderSearchKeys = makeOrder({
  invoice: { kind: 'carrier', carrier: '/AB+1.-Z' },
  invoiceNumber: 'AB-12345678',
  email: 'account@example.com',
  recipient,
  shipment: { carrier: '黑貓', trackingNumber: '9070-1234-5678', shippedAt: refund.at },
  payment: makePayment([attemptSearchKeys], { captureId: '2GG279541U471931P', refunds: [refund] }),
  items: [
    {
      id: 'otr-001',
      title: '旅見 T 恤',
      size: 'M',
      color: '白',
      quantity: 1,
      price: 1540,
      image: '/x.jpg',
    },
  ],
})

const found = [
  ['the number in small letters', 'order2026112110-0001'],
  ['the number without prefix and hyphen', '20261121100001'],
  ["PayPal's order", '5o190127tn364715t'],
  ["PayPal's transaction", '2GG279541U471931P'],
  ['a refund', '9RF00000000000000'],
  ['the name without its blank', '王小芳'],
  ['the name with a blank elsewhere', '王 小芳'],
  ['the given name first', '小芳 王'],
  ['two letters of the name', '小芳'],
  ['the phone as digits', '0912345678'],
  ['the phone from abroad', '+886 912 345 678'],
  ['the phone from abroad with a zero', '+886 (0)912-345-678'],
  ['the phone by its country without a plus', '886912345678'],
  ['the phone in wide digits', '０９１２－３４５－６７８'],
  ['the end of a phone', '345 678'],
  ['its last four digits', '5678'],
  ['the e-mail of the recipient', 'FANG@example.com'],
  ['the name of the account in its e-mail', 'account@'],
  ['the store', '重慶門市'],
  ['the number of the store', '123456'],
  ['the parcel', '907012345678'],
  ['the carrier of its invoice', '/ab+1.-z'],
  ['its invoice', 'ab12345678'],
] as const

const keys = new Set(searchKeys(orderSearchKeys))
const isFound = (text: string) => soughtKeys(text).some((key) => keys.has(key))

for (const [what, text] of found) {
  test(`an order is found by ${what}`, () => assert.equal(isFound(text), true))
}

for (const text of ['', '  ', '-', '李', '0987654321', 'nobody@example.com', '2026112110-0002']) {
  test(`an order is not found by ${JSON.stringify(text)}`, () => {
    assert.equal(isFound(text), false)
  })
}

test('an order is found by a part of its store, by its goods, and by where it goes', () => {
  const sought = [
    '重慶',
    '重慶門市',
    '旅見',
    '旅見 T 恤',
    '旅見M',
    '旅見 T 恤 m',
    'OTR-001',
    'otr-001 M',
  ]
  for (const text of sought) assert.equal(isFound(text), true, text)
  for (const text of ['門市', '旅見 XL', 'otr-002', 'delivery:home']) {
    assert.equal(isFound(text), false, text)
  }
  assert.equal(deliveryOf(orderSearchKeys), 'home')
  const toStore = { ...orderSearchKeys, shippingMethod: 'store' as const }
  assert.equal(deliveryOf(toStore), '7-11')
  assert.ok(searchKeys(toStore).includes(deliveryKey('7-11')))
})

test('a company is found by its tax id, and a name in other letters by each of its words', () => {
  const company = { kind: 'company', taxId: '22099131', company: '台積電' } as const
  const abroad = { ...recipient, lastName: 'Smith', firstName: 'John William' }
  const own = searchKeys({ ...orderSearchKeys, invoice: company, recipient: abroad })
  for (const text of ['22099131', 'smith', 'JOHN', 'Smith John William']) {
    assert.ok(
      soughtKeys(text).some((key) => own.includes(key)),
      text,
    )
  }
})

test('an order has no key of one letter, and every key once', () => {
  assert.equal(keys.size, searchKeys(orderSearchKeys).length)
  assert.ok([...keys].every((key) => key.length > 1))
  assert.deepEqual(soughtKeys('王'), [])
})

test("an order is found by its invoice's wish and number", () => {
  const invoice = { kind: 'company', taxId: '22099131', company: '台積電' } as const
  const own = searchKeys({ ...orderSearchKeys, invoice, invoiceNumber: 'AB12345678' })
  for (const text of ['22099131', '台積電', 'ab-12345678']) {
    assert.ok(
      soughtKeys(text).some((key) => own.includes(key)),
      text,
    )
  }
  assert.ok(
    !searchKeys({ ...orderSearchKeys, email: '', invoice: { kind: 'email' } }).includes('email'),
  )
})

test("a Chinese provider's name stands without blanks, and what somebody typed keeps its own", () => {
  const { payment } = withAttempts(makeAttempt({ provider: 'ecpay', method: 'ecpay-card' }))
  const posted = newEvent('attempt.posted', { attempt: 1 }, after(1, 'member'))
  assert.equal(timelineEntry(posted, payment).what, '買家到了綠界科技的付款頁')
  assert.equal(timelineEntry(posted, payment).who, '會員')
  assert.equal(timelineEntry({ ...posted, by: 'owner', who: '小芳' }, payment).who, '店主 小芳')
  const before = { address: '仁愛路 一號 管理室' }
  const edited = newEvent('recipient.edited', { before }, after(2, 'owner'))
  assert.equal(timelineEntry(edited, payment).why, '原為 地址：仁愛路 一號 管理室')
})
