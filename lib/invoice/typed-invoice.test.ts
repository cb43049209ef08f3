import assert from 'node:assert/strict'
import { test } from 'node:test'

import { orderedInvoiceSchema } from '#lib/order/order-request.ts'
import {
  EMPTY_INVOICE,
  type Invoice,
  type InvoiceDraft,
  invoiceOf,
  invoiceProblems,
  invoiceText,
  typedInvoice,
} from './typed-invoice.ts'

const draft = (change: Partial<InvoiceDraft>): InvoiceDraft => ({ ...EMPTY_INVOICE, ...change })

const drafts: [string, InvoiceDraft, readonly string[]][] = [
  ['an e-mail', draft({}), []],
  ['a barcode', draft({ kind: 'carrier', carrier: '/AB12.+-' }), []],
  ['a barcode without slash', draft({ kind: 'carrier', carrier: 'ABC12345' }), ['carrier']],
  ['a company', draft({ kind: 'company', taxId: '22099131', company: '共衣' }), []],
  ['a company without name', draft({ kind: 'company', taxId: '22099131' }), ['company']],
  ['a company mistyped', draft({ kind: 'company', taxId: '22099132', company: '共衣' }), ['taxId']],
  ['nothing of a company', draft({ kind: 'company' }), ['taxId', 'company']],
  ['a charity', draft({ kind: 'donation', donation: '919' }), []],
  ['a charity of two digits', draft({ kind: 'donation', donation: '91' }), ['donation']],
  ['a charity of eight digits', draft({ kind: 'donation', donation: '12345678' }), ['donation']],
]

for (const [name, overrides, problems] of drafts) {
  test(`${name} has ${problems.length > 0 ? problems.join(' and ') : 'nothing'} wrong`, () => {
    assert.deepEqual(invoiceProblems(overrides), problems)
    const isValid = orderedInvoiceSchema.safeParse(invoiceOf(overrides)).success
    assert.equal(isValid, problems.length === 0)
  })
}

test('an invoice keeps nothing that was typed for another kind', () => {
  const changed = draft({ kind: 'donation', donation: '919', taxId: '22099131', company: '共衣' })
  assert.deepEqual(invoiceOf(changed), { kind: 'donation', donation: '919' })
})

test('an invoice is reported in a few words', () => {
  assert.equal(invoiceText(undefined), '寄到 Email')
  assert.equal(invoiceText({ kind: 'carrier', carrier: '/ABC1234' }), '手機條碼 /ABC1234')
  assert.equal(
    invoiceText({ kind: 'company', taxId: '22099131', company: '共衣創作' }),
    '統一編號 22099131 共衣創作',
  )
  assert.equal(invoiceText({ kind: 'donation', donation: '919' }), '捐贈碼 919')
})

const pasted: [draft: Partial<InvoiceDraft>, invoice: Invoice][] = [
  [
    { kind: 'company', taxId: '２２０９ ９１３１', company: '共衣' },
    { kind: 'company', taxId: '22099131', company: '共衣' },
  ],
  [
    { kind: 'carrier', carrier: '／ａｂｃ １２３４' },
    { kind: 'carrier', carrier: '/ABC1234' },
  ],
  [
    { kind: 'donation', donation: '１６８-００１' },
    { kind: 'donation', donation: '168001' },
  ],
]

for (const [draft, invoice] of pasted) {
  test(`${JSON.stringify(draft)} is meant as ${JSON.stringify(invoice)}, in the form and behind it`, () => {
    const typed = { ...EMPTY_INVOICE, ...draft }
    assert.deepEqual(invoiceProblems(typedInvoice(typed)), [])
    assert.deepEqual(invoiceOf(typedInvoice(typed)), invoice)
    assert.deepEqual(orderedInvoiceSchema.parse(invoiceOf(typed)), invoice)
  })
}
