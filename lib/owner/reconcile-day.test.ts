import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeIssued, makeWish, paidOrder } from '#lib/invoice/invoices.fixture.ts'
import type { ListedInvoice } from '#lib/invoice/issuer.ts'
import { makeAttempt, makeOrder, makePayment, TOTAL } from '#lib/payment/orders.fixture.ts'
import { daySpan } from './month.ts'
import { ordersListed, unbookedInvoices, unbookedPayments } from './reconcile-day.ts'

const span = daySpan('2026-11-21')
const numbered = (sequence: number, code = '2026112110') =>
  `Order${code}-${String(sequence).padStart(4, '0')}`

const numberOf = (number: string, attempt: number) => `${number}-${attempt}`

/** A provider with payments under these numbers of attempts; notes what it was asked. */
function providerWith(paid: readonly string[]) {
  const asked: string[] = []
  const findNumbered = async (numbers: readonly string[]) => {
    assert.ok(numbers.length <= 100)
    asked.push(...numbers)
    return paid
      .filter((number) => numbers.includes(number))
      .map((invoiceId) => {
        const capture = { id: `C-${invoiceId}`, status: 'completed', amount: TOTAL } as const
        const captures = [{ ...capture, currency: 'TWD', invoiceId, createTime: '' }]
        return { id: capture.id, status: 'completed', captures, refunds: [] } as const
      })
  }
  return { provider: { findNumbered, numberOf }, asked }
}

const known = [1, 2, 4].map((sequence) => {
  const orderNumber = numbered(sequence)
  const attempts = [makeAttempt({ provider: 'line-pay', state: 'captured', captureId: 'C1' })]
  const payment = makePayment(attempts, { captureId: 'C1' })
  return makeOrder({ id: `doc-${sequence}`, orderNumber, status: '已付款', payment })
})

const payments: readonly (readonly [string, string, string, string])[] = [
  ['a lost order between two others', `${numbered(3)}-1`, 'unknown-order', numbered(3)],
  ['the second attempt of a lost order', `${numbered(3)}-2`, 'unknown-order', numbered(3)],
  ['a lost order after the last', `${numbered(9)}-1`, 'unknown-order', numbered(9)],
  [
    'a lost order of an hour without any',
    `${numbered(2, '2026112123')}-1`,
    'unknown-order',
    numbered(2, '2026112123'),
  ],
  [
    'a lost attempt of an order that is there',
    `${numbered(4)}-2`,
    'other-transaction',
    numbered(4),
  ],
]
for (const [name, number, what, order] of payments) {
  test(`${name} that the provider has as paid is found`, async () => {
    const { provider } = providerWith([number])
    assert.deepEqual(await unbookedPayments(provider, { span, orders: known }), [
      { what, number: order, transaction: `C-${number}`, amount: TOTAL },
    ])
  })
}

test('lost orders are looked for as long as any is found, no number twice', async () => {
  const paid = [20, 40, 60].map((sequence) => `${numbered(sequence)}-1`)
  const { provider, asked } = providerWith([...paid, `${numbered(200)}-1`])
  const found = await unbookedPayments(provider, { span, orders: known })
  assert.deepEqual(
    found.map(({ number }) => number),
    [20, 40, 60].map((sequence) => numbered(sequence)),
  )
  assert.equal(new Set(asked).size, asked.length)
})

const key = (sequence: number, issue = '') =>
  `OT2026112110${String(sequence).padStart(4, '0')}${issue}`
const listed = (overrides: Partial<ListedInvoice>): ListedInvoice => ({
  key: key(1),
  number: 'AB10000000',
  amount: 3080,
  isVoid: false,
  ...overrides,
})
const issued = paidOrder({ invoicing: makeIssued(), invoiceNumber: 'AB10000000' })

const invoices: readonly (readonly [string, ListedInvoice, string | undefined, typeof issued?])[] =
  [
    ['one that its order has', listed({}), undefined],
    ['a void one', listed({ key: key(9), number: 'AB10000009', isVoid: true }), undefined],
    ['one of a lost order', listed({ key: key(9), number: 'AB10000009' }), 'invoice-without-order'],
    [
      'the second invoice of a lost order',
      listed({ key: key(9, 'R2'), number: 'AB10000009' }),
      'invoice-without-order',
    ],
    ['one that its order lacks', listed({ number: 'AB10000009' }), 'invoice-not-recorded'],
    [
      'one that is issued just now',
      listed({ number: 'AB10000009' }),
      undefined,
      paidOrder({ invoicing: makeWish({ state: 'sending' }) }),
    ],
    ['one by hand', listed({ key: '20261121abc', number: 'AB10000009' }), 'invoice-by-hand'],
    [
      'one by hand that is written down',
      listed({ key: '', number: 'AB10000009' }),
      undefined,
      paidOrder({ invoiceNumber: 'AB10000009' }),
    ],
    [
      "another installation's",
      listed({ key: 'TRIAL20261121100001', number: 'AB10000009' }),
      undefined,
    ],
  ]
for (const [name, one, what, order = issued] of invoices) {
  test(`of the issuer's list ${name} is ${what ?? 'no finding'}`, () => {
    const found = unbookedInvoices([one], [order])
    assert.deepEqual(
      found.map((finding) => finding.what),
      what === undefined ? [] : [what],
    )
  })
}

test("the orders that a list names by the shop's keys are read", () => {
  const names = ordersListed([listed({}), listed({ key: key(1, 'R2') }), listed({ key: 'hand' })])
  assert.deepEqual(names, ['Order2026112110-0001'])
})
