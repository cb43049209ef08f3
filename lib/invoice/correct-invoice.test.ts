import assert from 'node:assert/strict'
import { test } from 'node:test'

import { apply, applyChange } from '#lib/order/apply.ts'
import { newEvent } from '#lib/order/events.ts'
import { orderedInvoiceSchema } from '#lib/order/order-request.ts'
import type { Order } from '#lib/order/order.ts'
import { COMPANY } from './correct-invoice.fixture.ts'
import { correctInvoiceChange, readInvoice } from './correct-invoice.ts'
import { after, at, makeIssued, makeWish, minute, paidOrder } from './invoices.fixture.ts'
import { nextStep } from './issue.ts'
import { EMPTY_INVOICE, type Invoice } from './typed-invoice.ts'

test('money that the owner handed back for a manual order is documented too', () => {
  const sale = { place: 'market', paidBy: 'cash' } as const
  const manualSale = { ...sale, refunds: [] }
  const { payment: _payment, ...order } = paidOrder({ invoicing: makeIssued(), manualSale })
  const back = apply(order, newEvent('money.refunded-by-hand', { amount: 80 }, after(20, 'owner')))
  assert.equal(back.invoiceCheckAt, at(20))
  const step = { kind: 'document', document: 'allowance', amount: 80 }
  assert.deepEqual(nextStep(back, minute(30)), step)
})

const CARRIER: Invoice = { kind: 'carrier', carrier: '/ABC1234' }
const owner = after(20, 'owner')

function corrected(order: Order, invoice: Invoice): Order {
  const answer = correctInvoiceChange(order, invoice, owner)
  assert.ok(answer.ok && answer.data)
  return applyChange(order, answer.data)
}

const before: readonly (readonly [string, Partial<Order>])[] = [
  ['an unpaid order', { status: '待付款' }],
  ['a wish', { invoicing: makeWish(), invoiceCheckAt: at(10) }],
  [
    'a wish without numbers',
    { invoicing: makeWish(), invoiceChecks: 4, invoiceAlarm: 'no-numbers' },
  ],
  [
    'a refused one',
    { invoicing: makeWish({ state: 'failed', issue: '統編錯誤' }), invoiceAlarm: 'refused' },
  ],
]
for (const [name, overrides] of before) {
  test(`${name} is issued by what the owner corrected, at once where it is due`, () => {
    const order = paidOrder({ ...overrides, invoice: CARRIER })
    const after = corrected(order, COMPANY)
    assert.deepEqual(after.invoice, COMPANY)
    assert.deepEqual(after.history.at(order.history.length)?.data, {
      before: CARRIER,
      after: COMPANY,
    })
    assert.equal(after.invoiceAlarm ?? null, null)
    if (!order.invoicing) return
    assert.equal(after.invoiceCheckAt, owner.now.toISOString())
    assert.deepEqual(nextStep(after, owner.now), { kind: 'issue' })
    assert.deepEqual(correctInvoiceChange(after, COMPANY, owner), { ok: true, data: undefined })
  })
}

test('another name of a company is a correction too, and by e-mail is what nobody chose', () => {
  const renamed: Invoice = { ...COMPANY, company: '共衣創作股份有限公司' }
  assert.deepEqual(corrected(paidOrder({ invoice: COMPANY }), renamed).invoice, renamed)
  assert.deepEqual(correctInvoiceChange(paidOrder(), { kind: 'email' }, owner), {
    ok: true,
    data: undefined,
  })
})

const over: readonly (readonly [string, Partial<Order>])[] = [
  ['invoice-sending', { invoicing: makeWish({ state: 'sending', claim: 'a', sentAt: at(10) }) }],
  ['invoice-issued-already', { invoicing: makeIssued(), invoiceNumber: 'ZZ12345678' }],
  ['invoice-issued-already', { invoiceNumber: 'ZZ12345678' }],
  ['invoice-dropped', { invoicing: makeWish({ state: 'dropped' }) }],
  ['invoice-dropped', { status: '已取消' }],
]
for (const [code, overrides] of over) {
  test(`what may have been issued, or never will be, is corrected by nobody: ${code} ${JSON.stringify(overrides)}`, () => {
    const answer = correctInvoiceChange(paidOrder(overrides), COMPANY, owner)
    assert.deepEqual(answer, { ok: false, code })
  })
}

const typed = [
  { kind: 'carrier', carrier: '／abc１２３４' },
  { kind: 'carrier', carrier: 'ABC1234' },
  { kind: 'company', taxId: '2209-9131', company: ' 共衣 ' },
  { kind: 'company', taxId: '22099132', company: '共衣' },
  { kind: 'company', taxId: '22099131', company: '　' },
  { kind: 'donation', donation: '９１９' },
  { kind: 'donation', donation: '12' },
  { kind: 'email' },
] as const
for (const fields of typed) {
  test(`the owner's ${JSON.stringify(fields)} is read as the buyer's is`, () => {
    const draft = { ...EMPTY_INVOICE, ...fields }
    const answer = readInvoice(draft)
    const { data } = orderedInvoiceSchema.safeParse(draft)
    assert.deepEqual(answer.ok ? answer.data : undefined, data)
  })
}
