import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { documentOf, NUMBER_FIELD, type StoredDocument } from './apply.ts'
import { orderFrom, ordersFrom, OrderUnreadable } from './order-store.ts'

const makeDocument = (id: string, data?: object): StoredDocument => ({
  id,
  exists: data !== undefined,
  data: () => data,
})

const good = makeDocument('doc-1', documentOf(makeOrder()))
const odd = makeDocument('odd', { ...documentOf(makeOrder()), totalAmount: 'free' })

test('the order number lies in the stored field orderId', () => {
  const { id: _id, orderNumber, recipient, ...rest } = makeOrder()
  const { pickupName: _none, ...ten } = recipient
  const fields = { ...rest, recipient: ten }
  assert.deepEqual(documentOf(makeOrder()), { ...fields, orderId: orderNumber })
  assert.deepEqual(
    orderFrom(makeDocument('doc-1', { ...fields, orderId: orderNumber })),
    makeOrder(),
  )
  const unnumbered = makeDocument('doc-1', {
    ...documentOf(makeOrder()),
    [NUMBER_FIELD]: undefined,
  })
  assert.throws(() => orderFrom(unnumbered), /orders\/doc-1: orderNumber/)
})

const RECIPIENT = 'address area city email firstName lastName note phone store zipcode'

test('the document of an order has the ten fields of its recipient, and the name that a chain prints where there is one', () => {
  const { recipient } = makeOrder()
  const fieldsOf = (pickupName: string) => {
    const document = documentOf(makeOrder({ recipient: { ...recipient, pickupName } }))
    return Object.keys(document.recipient).toSorted().join(' ')
  }
  assert.equal(fieldsOf(''), RECIPIENT)
  assert.equal(fieldsOf('王小明'), RECIPIENT.replace('phone', 'phone pickupName'))
})

test('an order that cannot be read is named with its field, and nothing that it holds', () => {
  assert.throws(
    () => orderFrom(odd),
    (error) => {
      return error instanceof OrderUnreadable && error.message === 'orders/odd: totalAmount'
    },
  )
})

test('one order that cannot be read is left out and named; all others are read', () => {
  assert.deepEqual(ordersFrom([odd, good, makeDocument('none')]), {
    orders: [makeOrder()],
    unreadable: ['odd'],
  })
})
