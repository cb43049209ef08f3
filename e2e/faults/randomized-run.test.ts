import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'

import { secretsIn } from './log-secrets.ts'
import { type Run, randomizedRun } from './randomized-run.ts'

const PURCHASES = 40

describe('purchases with faults drawn at random', { timeout: 600_000 }, () => {
  let run: Run
  before(async () => {
    run = await randomizedRun(PURCHASES, 7)
  })

  test('lose nothing, double nothing and tell no wrong status', () => {
    const { captured, recorded, lost, doubled, falsehoods, faults } = run.figures
    assert.deepEqual(
      { lost, doubled, falsehoods },
      { lost: 0, doubled: 0, falsehoods: 0 },
      run.findings.join('\n'),
    )
    assert.equal(recorded, captured)
    assert.ok(captured > 0 && faults > 0, 'a run in which nothing was bought or nothing went wrong')
  })

  test("leave order numbers and PayPal's debug ids in the log, and no secret", () => {
    assert.match(run.log, /"event":"payment","order":"Order\d{10}-\d{4}"/)
    assert.match(run.log, /"event":"capture-failed","order":"Order[^}]*"debugId":"\w+"/)
    assert.deepEqual(secretsIn(run.log), [])
  })

  test('write whole lines of JSON, but for what Next itself says', () => {
    const own = run.log.split('\n').filter((line) => line.startsWith('{'))
    for (const line of own) assert.doesNotThrow(() => JSON.parse(line), line)
  })
})
