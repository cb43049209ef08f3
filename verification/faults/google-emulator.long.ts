import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { emulatorPlan, findEmulator, NO_EMULATOR } from '../../local/google-emulator.ts'
import { type Harness, openHarness } from './harness.ts'
import { PAYMENT_SCENARIOS } from './payment-scenarios.ts'
import { runScenario } from './scenario.ts'

// The same purchases as on our own Firestore server, which must never be the only witness of what it says of itself.

const emulator = findEmulator()
let harness: Harness

describe(
  "purchases on Google's emulator",
  { skip: emulator ? false : NO_EMULATOR, concurrency: 3, timeout: 900_000 },
  () => {
    before(async () => {
      assert.ok(emulator)
      const found = emulator
      harness = await openHarness(4300, { database: (port) => emulatorPlan(found, port) })
    })
    after(() => harness.close())

    for (const scenario of PAYMENT_SCENARIOS) {
      test(`${scenario.step}: ${scenario.fault}`, () => runScenario(harness, scenario))
    }
  },
)
