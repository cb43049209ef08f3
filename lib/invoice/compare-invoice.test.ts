import assert from 'node:assert/strict'
import { test } from 'node:test'

import { invoiceFinding, issuerFinding } from './compare-invoice.ts'
import { at, makeIssued, makeWish, minute, paidOrder } from './invoices.fixture.ts'

const soon = minute(60)

const later = minute(60 * 25)

const document = {
  kind: 'allowance' as const,
  amount: 500,
  state: 'done' as const,
  before: 3080,
  claim: 'one',
  sentAt: at(30),
}

const sending = { ...document, state: 'sending' as const }

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
  [
    'a refund without document',
    paidOrder({ invoicing: makeIssued() }, 500),
    later,
    'invoice-differs',
  ],
  [
    'a refund documented',
    paidOrder({ invoicing: makeIssued({ documents: [document] }) }, 500),
    later,
    undefined,
  ],
  [
    'document under way',
    paidOrder({ invoicing: makeIssued({ documents: [sending] }) }, 500),
    later,
    undefined,
  ],
  [
    'document without a refund',
    paidOrder({ invoicing: makeIssued({ documents: [document] }) }),
    later,
    'invoice-differs',
  ],
] as const

for (const [name, order, now, finding] of cases) {
  test(`the invoice and the money of an order, ${name}: ${finding ?? 'agree'}`, () => {
    assert.equal(invoiceFinding(order, now), finding)
  })
}

test('an invoice is missing once a day after the payment is over, to the millisecond', () => {
  const order = paidOrder({ invoicing: makeWish() })
  const day = Date.parse(order.paidAt ?? '') + 24 * 60 * 60 * 1000
  assert.equal(invoiceFinding(order, new Date(day)), undefined)
  assert.equal(invoiceFinding(order, new Date(day + 1)), 'invoice-missing')
})

test('of an invoice that is being sent nothing is said by what the issuer has', () => {
  const record = { ...makeIssuedRecord(), remaining: 3080 }
  for (const found of [undefined, record]) {
    assert.equal(
      issuerFinding(paidOrder({ invoicing: makeWish({ state: 'sending' }) }), found),
      undefined,
    )
    assert.equal(issuerFinding(paidOrder(), found), undefined)
  }
  const issued = paidOrder({ invoicing: makeIssued() })
  assert.equal(issuerFinding(issued, record), undefined)
  assert.equal(issuerFinding(issued, undefined), 'invoice-not-at-issuer')
  assert.equal(issuerFinding(issued, { ...record, remaining: 3000 }), 'invoice-differs-at-issuer')
  assert.equal(issuerFinding(issued, { ...record, isVoid: true }), 'invoice-differs-at-issuer')
  assert.equal(issuerFinding(issued, { ...record, number: 'XX' }), 'invoice-differs-at-issuer')
  const dropped = paidOrder({ invoicing: makeWish({ state: 'dropped' }) })
  assert.equal(issuerFinding(dropped, record), 'invoice-not-recorded')
  assert.equal(issuerFinding(dropped, { ...record, isVoid: true }), undefined)
  assert.equal(issuerFinding(dropped, undefined), undefined)
})

const makeIssuedRecord = () => ({
  number: 'AB10000000',
  random: '1234',
  issuedAt: '2026-11-21T02:10:00.000Z',
  amount: 3080,
  isVoid: false,
})
