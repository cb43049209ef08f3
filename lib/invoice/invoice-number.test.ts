import assert from 'node:assert/strict'
import { test } from 'node:test'

import { contextEdits, order } from '#lib/order/fulfilment.fixture.ts'
import { afterChange, changeIn } from '#lib/payment/orders.fixture.ts'
import { readInvoiceNumber, writeInvoiceChange } from './invoice-number.ts'

for (const [text, number] of [
  ['AB-12345678', 'AB12345678'],
  ['ab 12345678', 'AB12345678'],
  ['ＡＢ１２３４５６７８', 'AB12345678'],
  ['A12345678', undefined],
  ['AB1234567', undefined],
  ['', undefined],
] as const) {
  test(`the invoice's number ${text || 'nothing'} is read as ${number}`, () => {
    assert.equal(readInvoiceNumber(text), number)
  })
}

test('an invoice is written down once, and corrected', () => {
  const after = afterChange(order, changeIn(writeInvoiceChange(order, 'AB-12345678', contextEdits)))
  assert.equal(after.invoiceNumber, 'AB12345678')
  assert.deepEqual(writeInvoiceChange(after, 'ab12345678', contextEdits), {
    ok: true,
    data: undefined,
  })
  assert.equal(writeInvoiceChange(after, 'CD12345678', contextEdits).ok, true)
  assert.deepEqual(writeInvoiceChange(order, '1', contextEdits), {
    ok: false,
    code: 'no-invoice-number',
  })
})
