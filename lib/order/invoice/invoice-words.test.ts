import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  issuerFinding,
  buyerInvoiceText,
  refundPaperText,
  invoiceFinding,
  areNumbersDue,
  numberMails,
  numberState,
} from './invoice-words.ts'
import { makeIssued, minute, paidOrder, makeWish, at } from './invoices.fixture.ts'

const texts = [
  ['without an issuer', undefined, minute(20), /^$/],
  ['before it is issued', makeWish(), minute(20), /^發票還沒有開立：全部退款就不會開立/],
  [
    'in time',
    makeIssued(),
    minute(20),
    /^全部退款會作廢發票 AB10000000（2027年1月13日前）；退一部分會開立折讓單/,
  ],
  [
    'late',
    makeIssued(),
    new Date('2027-01-13T16:00:00.000Z'),
    /^全部退款會開立折讓單 AB10000000；/,
  ],
  ['when it is void', makeIssued({ state: 'void' }), minute(20), /^$/],
] as const
for (const [name, invoicing, now, text] of texts) {
  test(`a refund's effect on the invoice, ${name}`, () => {
    const order = paidOrder(invoicing ? { invoicing } : {})
    assert.match(refundPaperText(order, 3080, now), text)
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

const NOW = new Date('2026-12-20T02:00:00.000Z')
const few = [{ year: 2026, term: 6, left: 12, isEnabled: true }]

test('the owner is told of few numbers and of a missing period once a period, of none once a day', () => {
  const state = numberState(few, NOW)
  assert.deepEqual(state.notices, ['few-left', 'next-missing'])
  const ids = (now: Date, ranges = few) =>
    numberMails(numberState(ranges, now), now).map(({ id }) => id)
  assert.deepEqual(ids(NOW), [
    'invoice-numbers-few-left-2026-6',
    'invoice-numbers-next-missing-2026-6',
  ])
  assert.deepEqual(ids(new Date('2026-12-23T02:00:00.000Z')), ids(NOW))
  assert.equal(ids(NOW, [])[0], 'invoice-numbers-none-left-2026-12-20')
  const [mail] = numberMails(state, NOW)
  assert.deepEqual(mail?.values, { numbers_news: '發票字軌快用完了', numbers_left: '12' })
})

test('the numbers are asked about four times a day', () => {
  const state = numberState(few, NOW)
  const later = (hours: number) => new Date(NOW.getTime() + hours * 60 * 60 * 1000)
  assert.equal(areNumbersDue(undefined, NOW), true)
  assert.equal(areNumbersDue(state, later(5)), false)
  assert.equal(areNumbersDue(state, later(6)), true)
})
