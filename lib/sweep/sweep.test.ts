import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isScheduler, isSweepLate } from './sweep.ts'

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
  test(`${authorization} with ${secrets.SWEEP_SECRET_PREVIOUS ?? 'one secret'}: ${expected}`, () => {
    assert.equal(isScheduler(authorization, secrets), expected)
  })
}

const NOW = new Date('2026-11-23T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const swept = (minutes: number) => ({ at: ago(minutes).toISOString(), failed: 0 })

const casesSweepWatch = [
  ['just swept', swept(1), 600, false],
  ['swept three intervals ago', swept(15), 600, false],
  ['swept more than three intervals ago', swept(16), 600, true],
  ['never swept, in a process of an hour', undefined, 60, true],
  ['never swept, in a process of ten minutes', undefined, 10, false],
  ['swept yesterday, in a process that has just started', swept(1440), 1, false],
  ['swept yesterday, in a process of one interval', swept(1440), 5, true],
] as const

for (const [what, last, runs, isLate] of casesSweepWatch) {
  test(`${what}: the sweep is ${isLate ? '' : 'not '}late`, () => {
    assert.equal(isSweepLate({ last, minutes: 5, runsSince: ago(runs) }, NOW), isLate)
  })
}
