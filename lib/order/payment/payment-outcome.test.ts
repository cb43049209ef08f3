import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeCapture, makeProviderOrder, NUMBER, TOTAL } from './orders.fixture.ts'
import type { ProviderCapture, ProviderOrder } from './provider.ts'
import { evaluateProviderOrder, type PaymentOutcome } from './payment-outcome.ts'

const ours = { id: 'doc-1', number: NUMBER, totalAmount: TOTAL }
const refund = (amount: number, id = 'R1') => ({ id, amount, at: '2026-11-21T03:00:00Z' })

const withCaptures = (...captures: Partial<ProviderCapture>[]) => ({
  captures: captures.map(makeCapture),
})

const cases: [string, Partial<ProviderOrder>, PaymentOutcome['kind'], string?][] = [
  ['a completed capture that agrees', {}, 'captured'],
  ['an order that waits for its buyer', { status: 'open', captures: [] }, 'open'],
  ['an approved order', { status: 'approved', captures: [] }, 'approved'],
  ['a voided order', { status: 'void', captures: [] }, 'void'],
  [
    'a completed order whose capture is pending',
    withCaptures({ status: 'pending', reason: 'PENDING_REVIEW' }),
    'pending',
    'PENDING_REVIEW',
  ],
  ['a pending capture without a reason', withCaptures({ status: 'pending' }), 'pending', 'OTHER'],
  [
    'a completed order whose capture was declined',
    withCaptures({ status: 'declined' }),
    'refused',
    'DECLINED',
  ],
  ['a failed capture', withCaptures({ status: 'declined', reason: 'FAILED' }), 'refused', 'FAILED'],
  [
    'a new approval after a declined capture',
    { status: 'approved', ...withCaptures({ status: 'declined' }) },
    'refused',
    'DECLINED',
  ],
  [
    'a capture after a declined one',
    withCaptures({ id: 'C0', status: 'declined' }, {}),
    'captured',
  ],
  ['another amount', withCaptures({ amount: 1 }), 'mismatch', 'amount'],
  ['an amount that is no number', withCaptures({ amount: Number.NaN }), 'mismatch', 'amount'],
  ['another currency', withCaptures({ currency: 'USD' }), 'mismatch', 'currency'],
  ["another shop's custom id", withCaptures({ customId: 'doc-2' }), 'mismatch', 'custom-id'],
  ['another invoice', withCaptures({ invoiceId: 'x' }), 'mismatch', 'invoice-id'],
  [
    'an open order for another amount',
    { status: 'open', captures: [], amount: 80 },
    'mismatch',
    'amount',
  ],
  ['two captures', withCaptures({}, { id: 'C2' }), 'mismatch', 'two-captures'],
  ['completed without a capture', { captures: [] }, 'mismatch', 'completed-without-capture'],
  [
    'a capture in a state that nobody knows',
    withCaptures({ status: 'other' }),
    'mismatch',
    'unknown-capture-status',
  ],
  [
    'a part given back, of unknown amount',
    withCaptures({ status: 'partly-refunded' }),
    'mismatch',
    'refund-without-amount',
  ],
  [
    'a refund whose amount is no number',
    { ...withCaptures({ status: 'refunded' }), refunds: [refund(Number.NaN)] },
    'mismatch',
    'refund-without-amount',
  ],
]

for (const [name, overrides, kind, reason] of cases) {
  test(`${name} is ${kind}${reason === undefined ? '' : ` for ${reason}`} (rules 40, 290)`, () => {
    const verdict = evaluateProviderOrder(makeProviderOrder(overrides), ours)
    assert.equal(verdict.kind, kind)
    assert.equal('reason' in verdict ? verdict.reason : undefined, reason)
  })
}

test("a declined capture says where the provider's order stands", () => {
  for (const status of ['approved', 'open', 'void', 'completed'] as const) {
    const overrides = { status, ...withCaptures({ status: 'declined' }) }
    const verdict = evaluateProviderOrder(makeProviderOrder(overrides), ours)
    assert.equal(verdict.kind === 'refused' && verdict.order, status)
  }
})

const refunds: [string, ProviderCapture['status'], number[], number][] = [
  ['nothing', 'completed', [], 0],
  ['one part', 'partly-refunded', [80], 80],
  ['two parts', 'partly-refunded', [80, 120], 200],
  ['everything, told with its refunds', 'refunded', [TOTAL], TOTAL],
  ['everything, told without refunds, as a reversal', 'refunded', [], TOTAL],
  ['a part of which the capture does not know yet', 'completed', [80], 80],
]

for (const [name, status, amounts, sum] of refunds) {
  test(`NT$${sum} are refunded of a capture of which ${name} was given back (rule 322)`, () => {
    const overrides = amounts.map((amount, index) => refund(amount, `R${index}`))
    const verdict = evaluateProviderOrder(
      makeProviderOrder({ captures: [makeCapture({ status })], refunds: overrides }),
      ours,
    )
    assert.equal(verdict.kind === 'captured' && verdict.refundedAmount, sum)
    assert.deepEqual(verdict.kind === 'captured' && verdict.refunds, overrides)
  })
}
