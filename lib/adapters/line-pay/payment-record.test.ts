import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ordersFromLinePay } from './payment-record.ts'

const record = (transactionId: string, overrides: object = {}) => ({
  transactionId,
  payStatus: 'CAPTURE',
  currency: 'TWD',
  orderId: 'Order2026112212-0001-1',
  payInfo: [{ method: 'CREDIT_CARD', amount: 3080 }],
  ...overrides,
})

test('a record that can not be read is named, and does not hide the others (rule 428)', () => {
  const read = ordersFromLinePay([record('1'), record('2', { payInfo: [] }), null, record('4')])
  assert.ok(read)
  assert.deepEqual(
    read.orders.map(({ id }) => id),
    ['1', '4'],
  )
  assert.deepEqual(read.unreadable, [
    { payment: '2', field: 'payInfo' },
    { payment: undefined, field: '' },
  ])
})

test('a record that is no list can not be read at all', () => {
  assert.equal(ordersFromLinePay({ info: 'none' }), undefined)
})

test('money that is only authorised, or was voided, is none that the shop knows (rule 40)', () => {
  const statuses = ['CAPTURE', 'REFUND', 'AUTHORIZATION', 'VOIDED_AUTHORIZATION', undefined]
  const read = ordersFromLinePay(statuses.map((payStatus, at) => record(`${at}`, { payStatus })))
  assert.deepEqual(
    read?.orders.map(({ captures }) => captures[0]?.status),
    ['completed', 'completed', 'other', 'other', 'completed'],
  )
})
