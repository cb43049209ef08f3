import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Charge, refundCharge } from './card-charge.ts'

/** Noon in Taipei: no close is near. */
const NOON = new Date('2026-11-28T04:00:00.000Z')

function chargeOf(...states: readonly Charge['state'][]) {
  const acts: string[] = []
  let looks = 0
  const calls = {
    async read(): Promise<Charge> {
      const state = states[Math.min(looks, states.length - 1)] ?? 'Unknown'
      looks += 1
      return { state, amount: 3080, closed: 0, rows: [] }
    },
    async act(action: string): Promise<void> {
      acts.push(action)
    },
  }
  return { acts, calls }
}

const giveBack = (calls: Parameters<typeof refundCharge>[1], wasSent?: true) =>
  refundCharge({ amount: 3080, ...(wasSent ? { wasSent } : {}) }, calls, NOON)

test('a charge that is to be closed is taken out of the close, and then given up', async () => {
  const { acts, calls } = chargeOf('To be captured', 'Operation canceled')
  await giveBack(calls)
  assert.deepEqual(acts, ['E', 'N'])
})

for (const state of ['Captured', 'To be captured'] as const) {
  test(`a charge that reads as ${state} after it was taken out of the close is not paid back beside that`, async () => {
    const { acts, calls } = chargeOf('To be captured', state)
    await assert.rejects(giveBack(calls), { kind: 'unknown', issue: 'STILL_TO_BE_CAPTURED' })
    assert.deepEqual(acts, ['E'])
  })
}

test('a refund of a closed charge that was perhaps sent is not sent again', async () => {
  const { acts, calls } = chargeOf('Captured')
  await assert.rejects(giveBack(calls, true), { kind: 'unclear' })
  assert.deepEqual(acts, [])
})
