import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ecpayNumber, ownEcpayNumber } from '#lib/adapters/ecpay/client.ts'
import { relateNumber } from '#lib/invoice/invoice-state.ts'
import { parcelNumber } from '#lib/parcel/booking.ts'
import { makeCapture, makeProviderOrder } from '#lib/payment/orders.fixture.ts'
import { ecpayCardNumber, ecpayCodeNumber } from './ecpay/cashier.ts'
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
  const parcel = parcelNumber(NUMBER, 1)
  const numbers = ['OT1', 'ST'].map((prefix) => ecpayNumber({ prefix }, parcel))
  assert.deepEqual(numbers, ['OT1261127100001L01', 'ST261127100001L01'])
  for (const number of numbers) assert.match(number, /^[A-Z0-9]{1,20}$/)
  assert.equal(ownEcpayNumber({ prefix: 'OT1' }, numbers[0] ?? ''), parcel)
  assert.equal(ownEcpayNumber({ prefix: 'OT1' }, parcel), undefined)
  assert.equal(ownEcpayNumber({}, ecpayNumber({}, parcel)), parcel)
})

/** Every number that ECPay gets of an order, and the most signs that it takes. */
const FORMATS = [
  ['a parcel', 20, parcelNumber],
  ['a card payment', 20, ecpayCardNumber],
  ['an ATM account or store code', 20, ecpayCodeNumber],
  ['an invoice', 30, relateNumber],
] as const

const SEQUENCES = ['0001', '9999', '10000', '99999', '100000', '999999']

for (const [what, signs, numberOf] of FORMATS) {
  test(`the number of ${what} fits up to six digits of an hour's sequence, and no two installations share one`, () => {
    const numbers = SEQUENCES.flatMap((sequence) =>
      [1, 2, 99].flatMap((time) =>
        [{}, { prefix: 'OT1' }, { prefix: 'ST2' }, { prefix: 'ST' }].map((account) => {
          const own = numberOf(`Order2026123123-${sequence}`, time)
          const number = ecpayNumber(account, own)
          assert.match(number, /^[A-Z0-9]+$/)
          assert.ok(number.length <= signs, `${number} has ${number.length} signs`)
          assert.equal(ownEcpayNumber(account, number), own)
          return number
        }),
      ),
    )
    assert.equal(new Set(numbers).size, numbers.length)
  })
}
