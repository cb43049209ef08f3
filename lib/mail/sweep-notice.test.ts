import assert from 'node:assert/strict'
import { test } from 'node:test'

import { later, START } from './mail.fixture.ts'
import { afterSweep, FAILING_FOR, type SweepState } from './sweep-notice.ts'

const bad = { failed: 2, unreadable: 0 }

const good = { failed: 0, unreadable: 0 }

test('the owner is notified once of sweeps that fail for half an hour without a break', () => {
  const begun = afterSweep({}, bad, START)
  assert.equal(begun?.tells, undefined)
  const state: SweepState = begun?.state ?? {}
  assert.equal(afterSweep(state, bad, later(FAILING_FOR - 1)), undefined)
  const result = afterSweep(state, bad, later(FAILING_FOR))
  assert.equal(result?.tells?.kind, 'owner-sweep')
  assert.equal(result.tells.values.failing_since, '2026年11月21日 10:00')
  assert.equal(afterSweep(result.state, bad, later(2 * FAILING_FOR)), undefined)
})

test('a sweep that goes well ends it, and the next failure counts anew', () => {
  const failing = { failingSince: START.toISOString(), notifiedAt: START.toISOString() }
  assert.deepEqual(afterSweep(failing, good, later(1)), { state: {} })
  assert.equal(afterSweep({}, good, later(1)), undefined)
})

test('an order that can not be read is reported at once', () => {
  assert.equal(afterSweep({}, { failed: 0, unreadable: 1 }, START)?.tells?.kind, 'owner-sweep')
})
