import assert from 'node:assert/strict'
import { test } from 'node:test'

import { applyChange } from '#lib/order/apply.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { TOTAL } from '#lib/payment/orders.fixture.ts'
import { COMPANY } from './correct-invoice.fixture.ts'
import { claimDocument, noteUnchanged } from './invoice-document.ts'
import {
  after,
  at,
  issuedOrder,
  makeDocument,
  makeIssued,
  makeOpen,
  paidOrder,
} from './invoices.fixture.ts'
import { voidReason } from './void-invoice.ts'

function applyIfAny(order: Order, change: OrderChange | undefined): Order {
  assert.ok(change)
  return applyChange(order, change)
}

function claimVoid(order: Order, claim: string, time: string): Order {
  const context = { now: new Date(time), by: 'sweep' } as const
  return applyIfAny(order, claimDocument(order, { claim, remaining: 3080 }, context))
}

test('a void that did not reach the issuer in time is sent again as an allowance', () => {
  const order = paidOrder({ invoicing: makeIssued() }, 3080)
  const sent = claimVoid(order, 'one', '2027-01-13T15:59:00.000Z')
  assert.equal(sent.invoicing?.documents[0]?.kind, 'void')
  const looked = { now: new Date('2027-01-13T16:01:00.000Z'), by: 'sweep' } as const
  const noted = applyIfAny(sent, noteUnchanged(sent, 'one', looked))
  const again = claimVoid(noted, 'two', '2027-01-13T16:03:00.000Z')
  const { kind, amount } = again.invoicing?.documents[0] ?? {}
  assert.deepEqual({ kind, amount }, { kind: 'allowance', amount: 3080 })
})

test('a document is claimed only by who has seen the newest one, and what the issuer has left', () => {
  const context = after(30, 'sweep')
  const order = issuedOrder({}, 500)
  const claims = (remaining: number, seen = order) =>
    claimDocument(order, { claim: 'new', remaining, seen }, context) !== undefined
  assert.equal(claims(TOTAL), true)
  assert.equal(claims(TOTAL - 1), false)
  assert.equal(claims(TOTAL, issuedOrder({ documents: [makeDocument()] }, 500)), false)
})

test('a void for another invoice is sent again as a void while there is time', () => {
  const open = makeOpen('void', { unchangedAt: at(25) })
  const order = issuedOrder({ replacement: COMPANY, documents: [open] })
  const [sent] = claimDocument(order, { claim: 'new', remaining: TOTAL }, after(30))?.events ?? []
  assert.equal(sent?.type === 'document.requested' && sent.data.kind, 'void')
  const allBack = issuedOrder({ replacement: COMPANY }, TOTAL)
  const reasons = [order, issuedOrder(), allBack].map((one) => voidReason(one))
  assert.deepEqual(reasons, ['發票資料更正', '退貨退款', '退貨退款'])
})
