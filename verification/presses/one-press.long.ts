import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import pMap from 'p-map'

import { closeDatabase } from '../../lib/adapters/firestore/database.ts'
import { startCoarseClock } from './coarse-clock.ts'
import { once, rounds } from './round.ts'
import { type PaymentStandIns, startPaymentStandIns } from './stand-ins.ts'

/** Rounds per press; PRESS_ROUNDS sets fewer. */
const ROUNDS = Number(process.env.PRESS_ROUNDS || 200)
const ROUNDS_AT_ONCE = 4

let standIns: PaymentStandIns
let endClock: () => void

before(async () => {
  standIns = await startPaymentStandIns(4300)
  endClock = startCoarseClock()
})

after(async () => {
  endClock()
  await closeDatabase()
  await standIns.stop()
})

for (const provider of ['paypal', 'line-pay'] as const) {
  describe(`a press of capture and one of refund, by ${provider}`, () => {
    for (const times of [2, 6, 20]) {
      test(`sent ${times} times at once move money once, in ${ROUNDS} rounds`, async () => {
        const round = { provider, times }
        const play = rounds(standIns.at)
        const accounts = await pMap(Array(ROUNDS).keys(), () => play(round), {
          concurrency: ROUNDS_AT_ONCE,
        })
        for (const account of accounts) assert.deepEqual(account, once(round))
      })
    }
  })
}
