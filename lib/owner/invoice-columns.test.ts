import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { InvoiceDocument } from '#lib/invoice/invoice-schema.ts'
import { makeIssued, makeWish } from '#lib/invoice/invoices.fixture.ts'
import type { Order } from '#lib/order/order.ts'
import { makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { INVOICE_COLUMNS, invoiceCells, InvoiceSums, withoutTax } from './invoice-columns.ts'

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
  test(`an invoice ${JSON.stringify(invoice)} has a column for each of its facts`, () => {
    const order = makeOrder({ invoice, totalAmount: 1540 })
    const row = invoiceCells(order)
    assert.equal(row.length, INVOICE_COLUMNS.length)
    assert.deepEqual(row, [...cells, '', '', '', ''])
  })
}

test('net and tax add up to every amount, to the dollar', () => {
  for (let amount = 0; amount < 5000; amount += 1) {
    const { net, tax } = withoutTax(amount)
    assert.equal(net + tax, amount)
    assert.ok(Math.abs(tax - net * 0.05) <= 0.5)
  }
})

const PAID = { paidAt: '2026-11-21T02:09:00.000Z', status: '已付款', totalAmount: 3080 } as const

const document = (
  kind: InvoiceDocument['kind'],
  amount: number,
  state: InvoiceDocument['state'] = 'done',
): InvoiceDocument => ({
  kind,
  amount,
  state,
  before: 3080,
  claim: 'c',
  sentAt: PAID.paidAt,
})

const back = (amount: number) => ({ ...makePayment([]), captureId: 'C1', refundedAmount: amount })

const byHand = (...amounts: number[]) => ({
  place: 'market' as const,
  paidBy: 'cash' as const,
  refunds: amounts.map((amount) => ({ amount, at: PAID.paidAt })),
})

// The amounts with tax: of invoices as they stand, and of what is to be invoiced; none is an empty cell.
const amounts: readonly [string, Partial<Order>, number | undefined, number | undefined][] = [
  ['never paid', { totalAmount: 1280 }, undefined, undefined],
  ['cancelled, never paid', { totalAmount: 1280, status: '已取消' }, undefined, undefined],
  ['paid, to be issued', { ...PAID, invoicing: makeWish() }, undefined, 3080],
  ['paid, without an issuer', PAID, undefined, 3080],
  ['issued', { ...PAID, invoicing: makeIssued() }, 3080, undefined],
  [
    'refunded in part, the allowance still on its way',
    {
      ...PAID,
      payment: back(500),
      invoicing: makeIssued({ documents: [document('allowance', 500, 'sending')] }),
    },
    3080,
    undefined,
  ],
  [
    'refunded in part twice',
    {
      ...PAID,
      payment: back(1000),
      invoicing: makeIssued({
        documents: [document('allowance', 500), document('allowance', 500)],
      }),
    },
    2080,
    undefined,
  ],
  [
    'refunded in full, and void',
    {
      ...PAID,
      payment: back(3080),
      invoicing: makeIssued({ state: 'void', documents: [document('void', 3080)] }),
    },
    0,
    undefined,
  ],
  ['void at the issuer alone', { ...PAID, invoicing: makeIssued({ state: 'void' }) }, 0, undefined],
  [
    'charged back, whose invoice stands',
    { ...PAID, payment: { ...back(3080), unlisted: 'chargeback' }, invoicing: makeIssued() },
    3080,
    undefined,
  ],
  [
    'manual, paid in cash',
    { ...PAID, manualSale: byHand(), invoicing: makeIssued() },
    3080,
    undefined,
  ],
  [
    'manual, handed back in full',
    {
      ...PAID,
      manualSale: byHand(3080),
      invoicing: makeIssued({ state: 'void', documents: [document('void', 3080)] }),
    },
    0,
    undefined,
  ],
  [
    'manual, handed back in part, without an invoice',
    { ...PAID, manualSale: byHand(80) },
    undefined,
    3000,
  ],
  ['invoiced by the owner', { ...PAID, invoiceNumber: 'AB12345678' }, 3080, undefined],
  [
    'invoiced by the owner, money handed back',
    { ...PAID, manualSale: byHand(80), invoiceNumber: 'AB12345678' },
    3000,
    undefined,
  ],
  [
    'refunded before an invoice',
    { ...PAID, payment: back(3080), invoicing: makeWish({ state: 'dropped' }) },
    undefined,
    undefined,
  ],
]

const inAll = (net: unknown, tax: unknown) =>
  net === '' && tax === '' ? undefined : Number(net) + Number(tax)

for (const [what, overrides, standing, due] of amounts) {
  test(`the tax columns are those of the invoice: ${what}`, () => {
    const row = invoiceCells(makeOrder(overrides))
    assert.deepEqual([inAll(row[5], row[6]), inAll(row[7], row[8])], [standing, due])
  })
}

test('a sum row adds up the invoices that stand and those to be issued', () => {
  const sums = new InvoiceSums()
  const orders = amounts.map(([, overrides]) => makeOrder(overrides))
  sums.add(orders.slice(0, 5))
  sums.add(orders.slice(5))
  const [net, tax, dueNet, dueTax] = sums.cells
  const all = (index: 2 | 3) => amounts.reduce((sum, row) => sum + (row[index] ?? 0), 0)
  assert.deepEqual([inAll(net, tax), inAll(dueNet, dueTax)], [all(2), all(3)])
})
