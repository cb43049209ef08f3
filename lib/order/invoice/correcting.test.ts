import assert from 'node:assert/strict'
import { test } from 'node:test'

import { applyChange } from '../apply.ts'
import { EMPTY_INVOICE, type Invoice } from '../invoice.ts'
import { orderedInvoiceSchema, type Order } from '../order.ts'
import { correctInvoiceChange, readInvoice } from './correcting.ts'
import { after, at, makeIssued, makeWish, paidOrder } from './invoices.fixture.ts'
import { nextStep } from './issuing.ts'

const CARRIER: Invoice = { kind: 'carrier', carrier: '/ABC1234' }
const COMPANY: Invoice = { kind: 'company', taxId: '22099131', company: '共衣創作' }
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
    { invoicing: makeWish(), invoiceLooks: 4, invoiceAlarm: 'no-numbers' },
  ],
  [
    'a refused one',
    { invoicing: makeWish({ state: 'failed', issue: '統編錯誤' }), invoiceAlarm: 'refused' },
  ],
]
for (const [name, overrides] of before) {
  test(`${name} is issued by what the owner corrected, at once where it is due (rule 1190)`, () => {
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

test('another name of a company is a correction too, and by e-mail is what nobody chose (rule 1190)', () => {
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
  test(`what may have been issued, or never will be, is corrected by nobody: ${code} ${JSON.stringify(overrides)} (rule 1190)`, () => {
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
  test(`the owner's ${JSON.stringify(fields)} is read as the buyer's is (rule 1190)`, () => {
    const draft = { ...EMPTY_INVOICE, ...fields }
    const answer = readInvoice(draft)
    const { data } = orderedInvoiceSchema.safeParse(draft)
    assert.deepEqual(answer.ok ? answer.data : undefined, data)
  })
}
