import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { secretsIn } from '../../e2e/support/log-secrets.ts'
import { type Harness, openHarness } from './harness.ts'
import { runFaultCase, runScenario } from './scenario.ts'
import { SHORT_FAULT_CASES, SHORT_SCENARIOS } from './short-matrix.ts'

let harness: Harness

before(async () => {
  harness = await openHarness(3430)
})

after(() => harness.close())

describe('a fault of each step', { concurrency: 6, timeout: 900_000 }, () => {
  for (const faultCase of SHORT_FAULT_CASES)
    test(`${faultCase.step}: ${faultCase.fault}`, () => runFaultCase(harness, faultCase))
  for (const scenario of SHORT_SCENARIOS)
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

test('the log of all this has no secret', () => {
  assert.deepEqual(secretsIn(harness.own.log()), [])
})
