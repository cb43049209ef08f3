import assert from 'node:assert/strict'
import { test } from 'node:test'

import { LIMITS, type Standing, type StandingFacts, standingOf } from './standing.ts'

const password: StandingFacts = {
  email: 'ada@example.com',
  emailVerified: false,
  methods: ['password'],
  hasPaid: false,
}

const accounts: [string, Partial<StandingFacts>, Standing][] = [
  ['with a password alone', {}, 'unverified'],
  ['whose e-mail was verified', { emailVerified: true }, 'verified'],
  ['of Google', { methods: ['google.com'] }, 'verified'],
  ['of Facebook', { methods: ['facebook.com'] }, 'verified'],
  ['of Facebook without an e-mail', { methods: ['facebook.com'], email: '' }, 'unverified'],
  ['of a way in that the shop does not offer', { methods: ['other'] }, 'unverified'],
  ['that has paid', { emailVerified: true, hasPaid: true }, 'customer'],
  ['that has paid without verifying its e-mail', { hasPaid: true }, 'customer'],
]

for (const [name, overrides, standing] of accounts) {
  test(`an account ${name} is ${standing} (rule 440)`, () => {
    assert.equal(standingOf({ ...password, ...overrides }), standing)
  })
}

test('the table of limits says what docs/rules.md says (rules 35, 243, 259, 441)', () => {
  const rows = Object.values(LIMITS).map((limits) => [
    limits.heldPieces,
    limits.holdFor / 60_000,
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
