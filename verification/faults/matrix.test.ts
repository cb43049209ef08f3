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
  for (const one of SHORT_FAULT_CASES)
    test(`${one.step}: ${one.fault}`, () => runFaultCase(harness, one))
  for (const one of SHORT_SCENARIOS)
    test(`${one.step}: ${one.fault}`, () => runScenario(harness, one))
})

test('the log of all this has no secret', () => {
  assert.deepEqual(secretsIn(harness.own.log()), [])
})
