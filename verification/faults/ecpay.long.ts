import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { secretsIn } from '../../e2e/support/log-secrets.ts'
import {
  CARD_REFUND_SCENARIOS,
  CARD_REFUNDS,
  EXCLUSIVE_CARD_REFUND_SCENARIOS,
  IS_AT_CLOSE,
} from './card-refund-scenarios.ts'
import { CARD_SCENARIOS, EXCLUSIVE_CARD_SCENARIOS } from './card-scenarios.ts'
import { type Harness, openHarness } from './harness.ts'
import { EXCLUSIVE_INVOICE_SCENARIOS, INVOICE_SCENARIOS } from './invoice-scenarios.ts'
import { EXCLUSIVE_NUMBER_SCENARIOS, NUMBER_SCENARIOS } from './number-scenarios.ts'
import { EXCLUSIVE_PARCEL_SCENARIOS, PARCEL_SCENARIOS } from './parcel-scenarios.ts'
import { runScenario } from './scenario.ts'
import { EXCLUSIVE_UNDO_SCENARIOS, UNDO_SCENARIOS } from './undo-scenarios.ts'

let harness: Harness

before(async () => {
  harness = await openHarness(4500, { ecpay: true, settings: CARD_REFUNDS })
  // The lists of stores.
  await harness.own.sweep()
})

after(() => harness.close())

const RULES = ''

const CARDS = ''

describe(`faults of cards ${CARDS}`, { concurrency: 8, timeout: 900_000 }, () => {
  for (const scenario of CARD_SCENARIOS)
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

const REFUNDS = ''

const skip = IS_AT_CLOSE && 'ECPay closes the day'

describe(
  `faults of refunds of cards ${REFUNDS}`,
  { concurrency: 8, timeout: 1_800_000, skip },
  () => {
    for (const scenario of CARD_REFUND_SCENARIOS)
      test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
  },
)

describe('faults of refunds of cards in the whole shop', { timeout: 900_000, skip }, () => {
  for (const scenario of EXCLUSIVE_CARD_REFUND_SCENARIOS)
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

describe(
  'faults of second payments that are undone',
  { concurrency: 8, timeout: 900_000, skip },
  () => {
    for (const undoScenario of UNDO_SCENARIOS)
      test(undoScenario.fault, () => undoScenario.run(harness))
  },
)

describe('faults of second payments in the whole shop', { timeout: 900_000, skip }, () => {
  for (const undoScenario of EXCLUSIVE_UNDO_SCENARIOS)
    test(undoScenario.fault, () => undoScenario.run(harness))
})

const NUMBERS = ''

describe(
  `faults of numbers for transfers and stores ${NUMBERS}`,
  { concurrency: 8, timeout: 900_000 },
  () => {
    for (const scenario of NUMBER_SCENARIOS)
      test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
  },
)

describe(`faults of parcels and invoices ${RULES}`, { concurrency: 8, timeout: 900_000 }, () => {
  for (const scenario of [...PARCEL_SCENARIOS, ...INVOICE_SCENARIOS])
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

describe('faults of the whole shop with ECPay', { timeout: 900_000 }, () => {
  for (const scenario of [
    ...EXCLUSIVE_CARD_SCENARIOS,
    ...EXCLUSIVE_NUMBER_SCENARIOS,
    ...EXCLUSIVE_PARCEL_SCENARIOS,
    ...EXCLUSIVE_INVOICE_SCENARIOS,
  ])
    test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
})

test('the log of all this has no secret', () => {
  assert.deepEqual(secretsIn(harness.own.log()), [])
})
