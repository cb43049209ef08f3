import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isScheduler } from './after-answer.ts'

const both = { SWEEP_SECRET: 'new', SWEEP_SECRET_PREVIOUS: 'old' }

const cases = [
  ['Bearer new', both, true],
  ['Bearer old', both, true],
  ['Bearer old', { SWEEP_SECRET: 'new', SWEEP_SECRET_PREVIOUS: undefined }, false],
  ['Bearer other', both, false],
  ['new', both, false],
  ['Bearer ', both, false],
  [null, both, false],
] as const

for (const [authorization, secrets, expected] of cases) {
  test(`${authorization} with ${secrets.SWEEP_SECRET_PREVIOUS ?? 'one secret'}: ${expected} (rule 389)`, () => {
    assert.equal(isScheduler(authorization, secrets), expected)
  })
}
