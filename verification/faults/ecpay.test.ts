import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { secretsIn } from '../../e2e/support/log-secrets.ts'
import { CARD_REFUNDS } from './card-refund-scenarios.ts'
import { type Harness, openHarness } from './harness.ts'
import { runScenario } from './scenario.ts'
import { SHORT_ECPAY_SCENARIOS } from './short-matrix.ts'

let harness: Harness

before(async () => {
  harness = await openHarness(4600, { ecpay: true, settings: CARD_REFUNDS })
})

after(() => harness.close())

const RULES = ''

describe(`a fault of each step at ECPay ${RULES}`, { concurrency: 6, timeout: 900_000 }, () => {
  for (const scenario of SHORT_ECPAY_SCENARIOS)
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

test('the log of all this has no secret', () => {
  assert.deepEqual(secretsIn(harness.own.log()), [])
})
