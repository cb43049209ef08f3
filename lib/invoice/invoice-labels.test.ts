import assert from 'node:assert/strict'
import { test } from 'node:test'

import { buyerInvoiceText, refundDocumentText } from './invoice-labels.ts'
import { makeIssued, makeWish, minute, paidOrder } from './invoices.fixture.ts'

const texts = [
  ['without an issuer', undefined, minute(20), /^$/],
  ['before it is issued', makeWish(), minute(20), /^發票尚未開立：全額退款則不開立/],
  [
    'in time',
    makeIssued(),
    minute(20),
    /^全部退款會作廢發票 AB10000000（2027年1月13日前）；部分退款會開立折讓單/,
  ],
  [
    'late',
    makeIssued(),
    new Date('2027-01-13T16:00:00.000Z'),
    /^全部退款會為發票 AB10000000 開立折讓單；/,
  ],
  ['when it is void', makeIssued({ state: 'void' }), minute(20), /^$/],
] as const
for (const [name, invoicing, now, text] of texts) {
  test(`a refund's effect on the invoice, ${name}`, () => {
    const order = paidOrder(invoicing ? { invoicing } : {})
    assert.match(refundDocumentText(order, 3080, now), text)
  })
}

test('the buyer reads number, random code and day', () => {
  assert.equal(
    buyerInvoiceText(paidOrder({ invoicing: makeIssued() })),
    'AB10000000（隨機碼 1234，2026年11月21日）',
  )
  assert.equal(buyerInvoiceText(paidOrder()), '')
})

test('the buyer reads the number that the owner wrote down, not that of a second invoice', () => {
  const order = paidOrder({ invoicing: makeIssued(), invoiceNumber: 'ZZ12345678' })
  assert.equal(buyerInvoiceText(order), 'ZZ12345678')
})
