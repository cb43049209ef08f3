import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeIssued, makeWish, paidOrder } from '#lib/invoice/invoices.fixture.ts'
import type { ListedInvoice } from '#lib/invoice/issuer.ts'
import { key, listed } from './reconcile-day.fixture.ts'
import { unbookedInvoices } from './unbooked-invoices.ts'

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
