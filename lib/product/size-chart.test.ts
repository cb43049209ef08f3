import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type SizeAdvice, sizeAdvice } from './size-chart.ts'

const cases: [height: number, weight: number, advice: SizeAdvice][] = [
  [160, 55, { kind: 'one', size: 'S' }],
  [163, 58, { kind: 'one', size: 'S' }],
  [167, 63, { kind: 'between', smaller: 'S', larger: 'M' }],
  [172, 66, { kind: 'between', smaller: 'M', larger: 'L' }],
  [175, 70, { kind: 'one', size: 'L' }],
  [190, 95, { kind: 'one', size: 'XXL' }],
  [185, 60, { kind: 'disagree', byHeight: 'XXL', byWeight: 'S' }],
  [160, 95, { kind: 'disagree', byHeight: 'S', byWeight: 'XXL' }],
  [155, 50, { kind: 'outside', end: 'small' }],
  [165, 50, { kind: 'outside', end: 'small' }],
  [195, 100, { kind: 'outside', end: 'large' }],
  [195, 50, { kind: 'outside', end: 'mixed' }],
]

for (const [height, weight, advice] of cases) {
  test(`${height} cm and ${weight} kg: ${JSON.stringify(advice)}`, () => {
    assert.deepEqual(sizeAdvice(height, weight), advice)
  })
}
