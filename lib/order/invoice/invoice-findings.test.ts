import assert from 'node:assert/strict'
import { test } from 'node:test'

import { invoiceFinding } from './invoice-findings.ts'
import { at, makeIssued, minute, paidOrder, makeWish } from './invoices.fixture.ts'

const soon = minute(60)
const later = minute(60 * 25)
const paper = {
  kind: 'allowance' as const,
  amount: 500,
  state: 'done' as const,
  before: 3080,
  claim: 'one',
  sentAt: at(30),
}
const sending = { ...paper, state: 'sending' as const }

const cases = [
  ['no issuer', paidOrder(), later, undefined],
  ['just paid', paidOrder({ invoicing: makeWish() }), soon, undefined],
  ['a day without an invoice', paidOrder({ invoicing: makeWish() }), later, 'invoice-missing'],
  [
    'refused a day ago',
    paidOrder({ invoicing: makeWish({ state: 'failed' }) }),
    later,
    'invoice-missing',
  ],
  ['dropped', paidOrder({ invoicing: makeWish({ state: 'dropped' }) }, 3080), later, undefined],
  ['issued', paidOrder({ invoicing: makeIssued() }), later, undefined],
  ['a refund without paper', paidOrder({ invoicing: makeIssued() }, 500), later, 'invoice-differs'],
  [
    'a refund on paper',
    paidOrder({ invoicing: makeIssued({ papers: [paper] }) }, 500),
    later,
    undefined,
  ],
  [
    'paper under way',
    paidOrder({ invoicing: makeIssued({ papers: [sending] }) }, 500),
    later,
    undefined,
  ],
  [
    'paper without a refund',
    paidOrder({ invoicing: makeIssued({ papers: [paper] }) }),
    later,
    'invoice-differs',
  ],
] as const
for (const [name, order, now, finding] of cases) {
  test(`the invoice and the money of an order, ${name}: ${finding ?? 'agree'} (rule 749)`, () => {
    assert.equal(invoiceFinding(order, now), finding)
  })
}
