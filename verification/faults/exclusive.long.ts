import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { secretsIn } from '../../e2e/support/log-secrets.ts'
import { EXCLUSIVE_SCENARIOS } from './exclusive-scenarios.ts'
import { EXCLUSIVE_CASES } from './fault-cases.ts'
import { type Harness, openHarness } from './harness.ts'
import { EXCLUSIVE_LINE_PAY_SCENARIOS } from './line-pay-scenarios.ts'
import { EXCLUSIVE_MAIL_SCENARIOS } from './mail-scenarios.ts'
import { runFaultCase, runScenario } from './scenario.ts'

let harness: Harness

before(async () => {
  harness = await openHarness(3700)
})

after(() => harness.close())

describe('faults of the whole shop, one after the other', { timeout: 900_000 }, () => {
  for (const faultCase of EXCLUSIVE_CASES)
    test(`${faultCase.step}: ${faultCase.fault}`, () => runFaultCase(harness, faultCase))
  for (const scenario of [
    ...EXCLUSIVE_SCENARIOS,
    ...EXCLUSIVE_LINE_PAY_SCENARIOS,
    ...EXCLUSIVE_MAIL_SCENARIOS,
  ])
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

test('the log of all this has no secret', () => {
  assert.deepEqual(secretsIn(harness.own.log()), [])
})
