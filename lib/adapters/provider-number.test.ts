import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeCapture, makeProviderOrder } from '#lib/payment/orders.fixture.ts'
import { ecpayNumber, ownEcpayNumber } from './ecpay/account.ts'
import { ownNumber, providerNumber, withOwnNumbers } from './provider-number.ts'

const NUMBER = 'Order2026112710-0001'

test('two installations at one account have the same order under two numbers', () => {
  assert.deepEqual(
    ['OT1', 'ST2', null].map((prefix) => providerNumber(NUMBER, prefix)),
    [`OT1-${NUMBER}`, `ST2-${NUMBER}`, NUMBER],
  )
  for (const prefix of ['OT1', null])
    assert.equal(ownNumber(providerNumber(NUMBER, prefix), prefix), NUMBER)
  const foreign = [providerNumber(NUMBER, 'ST2'), NUMBER]
  for (const one of foreign) assert.equal(ownNumber(one, 'OT1'), `別處 ${one}`)
  assert.equal(ownNumber('', 'OT1'), '')
})

const at = (invoiceId: string) =>
  makeProviderOrder({ invoiceId, captures: [makeCapture({ invoiceId })] })

test("a provider's order tells the shop's own numbers, and another installation's as none of them", () => {
  const own = withOwnNumbers(at(`OT1-${NUMBER}`), 'OT1')
  assert.deepEqual([own.invoiceId, own.captures[0]?.invoiceId], [NUMBER, NUMBER])
  const other = withOwnNumbers(at(NUMBER), 'OT1')
  assert.notEqual(other.captures[0]?.invoiceId, NUMBER)
})

test("ECPay's numbers begin with the prefix, keep to 20 signs, and lead back", () => {
  const parcel = 'OT20261127100001L01'
  const numbers = ['OT1', 'ST'].map((prefix) => ecpayNumber({ prefix }, parcel))
  assert.deepEqual(numbers, ['OT120261127100001L01', 'ST20261127100001L01'])
  for (const number of numbers) assert.match(number, /^[A-Z0-9]{1,20}$/)
  assert.equal(ownEcpayNumber({ prefix: 'OT1' }, numbers[0] ?? ''), parcel)
  assert.equal(ownEcpayNumber({ prefix: 'OT1' }, parcel), undefined)
  assert.equal(ownEcpayNumber({}, ecpayNumber({}, parcel)), parcel)
})
