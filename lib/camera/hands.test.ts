import assert from 'node:assert/strict'
import { test } from 'node:test'

import { stepBetween, stepOfCorner } from './hands.ts'

const p = (x: number, y: number) => ({ x, y })

test('one finger drags', () => {
  assert.deepEqual(stepBetween([p(10, 10)], [p(15, 7)]), { x: 5, y: -3 })
})

test('two fingers drag, spread and turn at once', () => {
  const { x, y, factor, turn } = stepBetween([p(0, 0), p(10, 0)], [p(5, 0), p(5, 20)])
  assert.deepEqual([x, y, factor], [0, 10, 2])
  assert.equal(turn, Math.PI / 2)
})

test('fingers on one spot divide by nothing', () => {
  assert.equal(stepBetween([p(3, 3), p(3, 3)], [p(3, 3), p(3, 3)]).factor, 0)
  assert.deepEqual(stepBetween([], []), {})
})

test('a corner turns and enlarges around the middle', () => {
  const { factor, turn } = stepOfCorner(p(100, 100), p(110, 100), p(100, 130))
  assert.equal(factor, 3)
  assert.equal(turn, Math.PI / 2)
})
