import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeAttempt, makeOrder, makePayment } from '../payment/orders.fixture.ts'
import { isProviderId, orderSearch } from './find-orders.ts'

const recipient = {
  firstName: '小 芳',
  lastName: '王',
  phone: '0912-345-678',
  email: 'fang@example.com',
  zipcode: '106',
  city: '臺北市',
  area: '大安區',
  address: '和平東路一段 1 號',
  store: '7-11 重慶門市',
  note: '',
}
const refund = { id: '9RF00000000000000', amount: 1, at: '2026-11-21T02:00:00.000Z' }
const attempt = makeAttempt({ reference: '5O190127TN364715T', state: 'captured' })
const order = makeOrder({
  email: 'account@example.com',
  recipient,
  shipment: { carrier: '黑貓', trackingNumber: '9070-1234-5678', shippedAt: refund.at },
  payment: makePayment([attempt], { captureId: '2GG279541U471931P', refunds: [refund] }),
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
  ['the whole number', 'Order2026112110-0001'],
  ['the number in small letters', 'order2026112110-0001'],
  ['the number without prefix and hyphen', '20261121100001'],
  ["PayPal's order", '5o190127tn364715t'],
  ["PayPal's transaction", '2GG279541U471931P'],
  ['a refund', '9RF00000000000000'],
  ['the name without its blank', '王小芳'],
  ['the name with a blank elsewhere', '王 小芳'],
  ['the given name first', '小芳 王'],
  ['the phone as digits', '0912345678'],
  ['the phone from abroad', '+886 912 345 678'],
  ['the phone from abroad with a zero', '+886 (0)912-345-678'],
  ['the phone by its country without a plus', '886912345678'],
  ['the phone in wide digits', '０９１２－３４５－６７８'],
  ['the end of a phone', '345 678'],
  ['the e-mail of the recipient', 'FANG@example.com'],
  ['the e-mail of the account', 'account@'],
  ['the address with 台 for 臺', '台北市大安區'],
  ['the address without blanks', '和平東路一段1號'],
  ['the store', '重慶門市'],
  ['the item by its number', 'OTR-001'],
  ['the item with colour and size', '旅見 T恤 白 M'],
  ['the parcel', '907012345678'],
] as const

for (const [what, text] of found) {
  test(`an order is found by ${what} (rule 353)`, () =>
    assert.equal(orderSearch(text)(order), true))
}

for (const text of ['', '  ', '-', '李', '0987654321', 'nobody@example.com', '2026112110-0002']) {
  test(`an order is not found by ${JSON.stringify(text)}`, () => {
    assert.equal(orderSearch(text)(order), false)
  })
}

test("only what looks like PayPal's own is looked up there", () => {
  assert.deepEqual(
    ['5O190127TN364715T', 'otr-001', 'FANGFANGFANG', '0912345678'].map(isProviderId),
    [true, false, false, false],
  )
})
