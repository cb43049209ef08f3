import assert from 'node:assert/strict'
import { test } from 'node:test'

import { disputeFrom } from './disputes.ts'

type Wire = Parameters<typeof disputeFrom>[0]

const twd = (value: string) => ({ currency_code: 'TWD', value })

const wire: Wire = {
  dispute_id: 'PP-D-1',
  status: 'UNDER_REVIEW',
  reason: 'UNAUTHORISED',
  dispute_channel: 'INTERNAL',
  dispute_amount: twd('3080.00'),
  disputed_transactions: [{ seller_transaction_id: 'C1', custom: 'doc-1' }],
}

const makeResolved = (outcome_code: string | undefined) => ({
  status: 'RESOLVED',
  dispute_outcome: { outcome_code },
})

const STATES: readonly (readonly [what: string, Partial<Wire>, state: string])[] = [
  ['one under review', {}, 'open'],
  ['one under review with an outcome', { dispute_outcome: { outcome_code: 'ACCEPTED' } }, 'open'],
  ['one that the buyer won', makeResolved('RESOLVED_BUYER_FAVOUR'), 'lost'],
  ['one that the seller accepted', makeResolved('ACCEPTED'), 'lost'],
  ['one that the seller won', makeResolved('RESOLVED_SELLER_FAVOUR'), 'won'],
  ['one that the buyer took back', makeResolved('CANCELED_BY_BUYER'), 'won'],
  ['one without an outcome', makeResolved(undefined), 'won'],
]

for (const [what, overrides, state] of STATES) {
  test(`${what} is ${state} for the shop`, () => {
    assert.equal(disputeFrom({ ...wire, ...overrides }).state, state)
  })
}

test('a dispute names who decides, what it is about, and how much where it is about one capture', () => {
  assert.deepEqual(disputeFrom(wire), {
    id: 'PP-D-1',
    state: 'open',
    reason: 'UNAUTHORISED',
    channel: 'provider',
    amount: 3080,
    isAnswered: true,
    captures: [{ id: 'C1', orderDocument: 'doc-1' }],
  })
  for (const status of ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'OTHER', 'RESOLVED']) {
    assert.equal(disputeFrom({ ...wire, status }).isAnswered, undefined, status)
  }
  const waits = disputeFrom({ ...wire, status: 'WAITING_FOR_BUYER_RESPONSE' })
  assert.equal(waits.isAnswered, true)
  assert.equal(disputeFrom({ ...wire, dispute_channel: 'EXTERNAL' }).channel, 'bank')
  const due = { ...wire, seller_response_due_date: '2026-12-05T12:00:00.000+08:00' }
  assert.equal(disputeFrom(due).respondBy, '2026-12-05T04:00:00.000Z')
  const two = [...wire.disputed_transactions, { seller_transaction_id: 'C2' }]
  assert.equal(disputeFrom({ ...wire, disputed_transactions: two }).amount, undefined)
  assert.equal(disputeFrom({ ...wire, dispute_amount: twd('1.50') }).amount, undefined)
  const dollars = { currency_code: 'USD', value: '3080' }
  assert.equal(disputeFrom({ ...wire, dispute_amount: dollars }).amount, undefined)
})
