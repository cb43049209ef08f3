import assert from 'node:assert/strict'
import { test } from 'node:test'

import { deliveryOf } from '#lib/delivery/recipient.ts'
import { makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { deliveryKey, searchKeys, searchedKeys } from './search-keys.ts'

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
  ['the end of its number', '0001'],
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

const isFound = (text: string) => searchedKeys(text).some((key) => keys.has(key))

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
      searchedKeys(text).some((key) => own.includes(key)),
      text,
    )
  }
})

test('an order has no key of one letter, and every key once', () => {
  assert.equal(keys.size, searchKeys(orderSearchKeys).length)
  assert.ok([...keys].every((key) => key.length > 1))
  assert.deepEqual(searchedKeys('王'), [])
})

test("an order is found by its invoice's wish and number", () => {
  const invoice = { kind: 'company', taxId: '22099131', company: '台積電' } as const
  const own = searchKeys({ ...orderSearchKeys, invoice, invoiceNumber: 'AB12345678' })
  for (const text of ['22099131', '台積電', 'ab-12345678']) {
    assert.ok(
      searchedKeys(text).some((key) => own.includes(key)),
      text,
    )
  }
  assert.ok(
    !searchKeys({ ...orderSearchKeys, email: '', invoice: { kind: 'email' } }).includes('email'),
  )
})
