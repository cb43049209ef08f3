import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOrder, makePayment } from '../order/payment/orders.fixture.ts'
import { INVOICE_COLUMNS, invoiceCells, withoutTax } from './invoice-columns.ts'
import { readInvoiceNumbers } from './invoice-numbers.ts'

const wishes = [
  [undefined, ['Email', '', '', '', '']],
  [{ kind: 'carrier', carrier: '/ABC1234' }, ['手機條碼', '/ABC1234', '', '', '']],
  [
    { kind: 'company', taxId: '22099131', company: '台積電' },
    ['統一編號', '', '22099131', '台積電', ''],
  ],
  [{ kind: 'donation', donation: '919' }, ['捐贈', '', '', '', '919']],
] as const

for (const [invoice, cells] of wishes) {
  test(`an invoice ${JSON.stringify(invoice)} has a column for each of its facts (rule 785)`, () => {
    const order = makeOrder({ invoice, totalAmount: 1540 })
    const row = invoiceCells(order)
    assert.equal(row.length, INVOICE_COLUMNS.length)
    assert.deepEqual(row, [...cells, 1467, 73])
  })
}

test('net and tax add up to every amount, to the dollar (rule 785)', () => {
  for (let amount = 0; amount < 5000; amount += 1) {
    const { net, tax } = withoutTax(amount)
    assert.equal(net + tax, amount)
    assert.ok(Math.abs(tax - net * 0.05) <= 0.5)
  }
})

test('what was refunded has no tax (rule 785)', () => {
  const payment = { ...makePayment([]), refundedAmount: 1540 }
  assert.deepEqual(invoiceCells(makeOrder({ totalAmount: 1540, payment })).slice(-2), [0, 0])
})

test('numbers of invoices are read in any order of their columns, and other lines named (rule 786)', () => {
  const A = 'Order2026112110-0001'
  const text = `發票號碼,訂單編號\nAB12345678,${A}\n2026112110-0002\tcd-87654321\n亂碼\n${A} AB1234\n`
  assert.deepEqual(readInvoiceNumbers(text), {
    numbers: [
      { orderNumber: A, invoiceNumber: 'AB12345678' },
      { orderNumber: 'Order2026112110-0002', invoiceNumber: 'CD87654321' },
    ],
    unclear: [4, 5],
  })
})
