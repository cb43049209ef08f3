import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { StandingFacts } from './account.ts'
import { LIMITS, type Standing, standingOf } from './standing.ts'

const password: StandingFacts = {
  email: 'ada@example.com',
  emailVerified: false,
  hasPaid: false,
}

const accounts: [string, Partial<StandingFacts>, Standing][] = [
  ['whose e-mail was not verified', {}, 'unverified'],
  ['whose e-mail was verified', { emailVerified: true }, 'verified'],
  ['without an e-mail', { email: '', emailVerified: true }, 'unverified'],
  ['that has paid', { emailVerified: true, hasPaid: true }, 'customer'],
  ['that has paid without verifying its e-mail', { hasPaid: true }, 'customer'],
]

for (const [name, overrides, standing] of accounts) {
  test(`an account ${name} is ${standing}`, () => {
    assert.equal(standingOf({ ...password, ...overrides }), standing)
  })
}

test('limits units, holds, unpaid orders and data requests by standing', () => {
  const rows = Object.values(LIMITS).map((limits) => [
    limits.reservedUnits,
    limits.reservationTime / 60_000,
    limits.unpaidOrders,
    limits.ordersAnHour,
    limits.dataRequests,
  ])
  assert.deepEqual(rows, [
    [5, 30, 2, 10, false],
    [10, 60, Infinity, 10, true],
    [20, 60, Infinity, 10, true],
  ])
})
