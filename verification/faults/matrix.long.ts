import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { secretsIn } from '../../e2e/support/log-secrets.ts'
import { FAULT_CASES } from './fault-cases.ts'
import { type Harness, openHarness } from './harness.ts'
import { LINE_PAY_SCENARIOS } from './line-pay-scenarios.ts'
import { MAIL_SCENARIOS } from './mail-scenarios.ts'
import { PAYMENT_SCENARIOS } from './payment-scenarios.ts'
import { runFaultCase, runScenario } from './scenario.ts'

let harness: Harness

before(async () => {
  harness = await openHarness(3400)
})

after(() => harness.close())

describe('faults of one order', { concurrency: 10, timeout: 900_000 }, () => {
  for (const faultCase of FAULT_CASES)
    test(`${faultCase.step}: ${faultCase.fault}`, () => runFaultCase(harness, faultCase))
  for (const scenario of [...PAYMENT_SCENARIOS, ...LINE_PAY_SCENARIOS, ...MAIL_SCENARIOS])
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

test("the log of all this has order numbers and PayPal's debug ids, and no secret", () => {
  const log = harness.own.log()
  assert.match(log, /"event":"capture-failed","order":"Order[^}]*"debugId":"\w+"/)
  assert.deepEqual(secretsIn(log), [])
})
