import assert from 'node:assert/strict'
import { test } from 'node:test'

import { PaypalReferenceIdType, type TransactionInformation } from '@paypal/paypal-server-sdk'

import type { PaypalTransaction } from '#lib/ledger/disagreements.ts'
import { transactionFrom } from './transactions.ts'

const wire: TransactionInformation = {
  transactionId: 'T1',
  transactionEventCode: 'T0006',
  transactionInitiationDate: '2026-11-21T02:00:00+0000',
  transactionAmount: { currencyCode: 'TWD', value: '1540.00' },
  transactionStatus: 'S',
  invoiceId: 'Order2026112110-0001',
}

const codes: [string, PaypalTransaction['kind']][] = [
  ['T0006', 'payment'],
  ['T0003', 'payment'],
  ['T1106', 'reversal'],
  ['T1107', 'refund'],
  ['T1108', 'fee'],
  ['T1109', 'fee'],
  ['T1110', 'other'],
  ['T1111', 'other'],
  ['T1201', 'chargeback'],
  ['T1202', 'returned'],
  ['T1205', 'returned'],
  ['T0400', 'other'],
  ['', 'other'],
]

for (const [transactionEventCode, kind] of codes) {
  test(`a booking under ${transactionEventCode || 'no code'} is of the kind ${kind}`, () => {
    assert.equal(transactionFrom({ ...wire, transactionEventCode }).kind, kind)
  })
}

const amounts: [string, number][] = [
  ['1540', 1540],
  ['1540.00', 1540],
  ['-1540.00', -1540],
  ['12.5', Number.NaN],
  ['', Number.NaN],
]

for (const [value, amount] of amounts) {
  test(`the amount "${value}" is ${amount}`, () => {
    const booked = transactionFrom({ ...wire, transactionAmount: { currencyCode: 'TWD', value } })
    assert.equal(booked.amount, amount)
  })
}

test('a payment is its own capture; what follows it names it as its reference', () => {
  assert.equal(transactionFrom(wire).captureId, 'T1')
  const after = { ...wire, transactionEventCode: 'T1107', paypalReferenceId: 'C1' }
  const txn = { ...after, paypalReferenceIdType: PaypalReferenceIdType.Txn }
  assert.equal(transactionFrom(txn).captureId, 'C1')
  const odr = { ...after, paypalReferenceIdType: PaypalReferenceIdType.Odr }
  assert.equal(transactionFrom(odr).captureId, 'T1')
})

test('a booking is reported in the words of the shop', () => {
  assert.deepEqual(transactionFrom(wire), {
    id: 'T1',
    kind: 'payment',
    status: 'S',
    amount: 1540,
    currency: 'TWD',
    invoiceId: 'Order2026112110-0001',
    captureId: 'T1',
    at: '2026-11-21T02:00:00.000Z',
  })
})
