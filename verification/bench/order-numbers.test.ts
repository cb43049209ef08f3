import assert from 'node:assert/strict'
import { test } from 'node:test'

import { numberOrders } from './order-numbers.ts'

const RUN = { rate: 1000, seconds: 4 }
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

test('numbers a thousand orders a second without a gap and none twice, while instances die and stall', () => {
  const runs = SEEDS.map((seed) => numberOrders({ ...RUN, seed }))
  for (const { missing, twice, waits } of runs) {
    assert.deepEqual({ missing, twice }, { missing: 0, twice: 0 })
    assert.equal(waits.filter((wait) => wait > 0).length, RUN.rate * RUN.seconds)
  }
  assert.ok(runs.some(({ deaths }) => deaths > 0))
  assert.ok(runs.some(({ refused }) => refused > 0))
})

test('would give numbers twice if a commit did not check the counter that it has read', () => {
  const runs = SEEDS.map((seed) => numberOrders({ ...RUN, seed, isChecked: false }))
  assert.ok(runs.some(({ twice }) => twice > 0))
})
