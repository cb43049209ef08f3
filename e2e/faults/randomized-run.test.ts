import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'

import { PAYPAL, SWEEP_SECRET } from '../../local/environment.ts'
import { RECIPIENT } from '../pages/checkout.ts'
import { MAIL_HOST } from '../accounts.ts'
import { type Run, randomizedRun } from './randomized-run.ts'

const PURCHASES = 40

// What must never stand in a log: who bought, where to, and whatever opens a door.
const SECRETS: readonly [string, string | RegExp][] = [
  ['a mail', MAIL_HOST],
  ['the mail of a recipient', RECIPIENT.email],
  ['an address', RECIPIENT.address],
  ['a phone', RECIPIENT.phone],
  ['a session or ID token', /eyJ[\w-]{10,}/],
  ["a token of PayPal's", /A21AA|Bearer /],
  ["PayPal's secret", PAYPAL.clientSecret],
  ["the scheduler's secret", SWEEP_SECRET],
  ['a password', 'a-test-password'],
]

describe('purchases with faults drawn at random', { timeout: 280_000 }, () => {
  let run: Run
  before(async () => {
    run = await randomizedRun(PURCHASES, 7)
  })

  test('lose nothing, double nothing and tell no falsehood', () => {
    const { captured, recorded, lost, doubled, falsehoods, faults } = run.figures
    assert.deepEqual(
      { lost, doubled, falsehoods },
      { lost: 0, doubled: 0, falsehoods: 0 },
      run.findings.join('\n'),
    )
    assert.equal(recorded, captured)
    assert.ok(captured > 0 && faults > 0, 'a run in which nothing was bought or nothing went wrong')
  })

  test('leave no secret in the log', () => {
    assert.match(run.log, /"event":"payment"/)
    for (const [name, secret] of SECRETS) {
      const line = run.log
        .split('\n')
        .find((one) => (typeof secret === 'string' ? one.includes(secret) : secret.test(one)))
      assert.equal(line, undefined, `${name} is in the log`)
    }
  })

  test('write whole lines of JSON, but for what Next itself says', () => {
    const own = run.log.split('\n').filter((line) => line.startsWith('{'))
    for (const line of own) assert.doesNotThrow(() => JSON.parse(line), line)
  })
})
