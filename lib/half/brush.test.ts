import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { brushPath } from './brush.ts'

const numbers = (path: string) =>
  [...path.replaceAll(/A\S+ \S+ 0 0 1 /g, 'L').matchAll(/-?[\d.]+/g)].map(Number)

describe('the brush of a half', () => {
  it('draws each stroke as an area, with numbers and letters alone', () => {
    const path = brushPath(
      [
        [
          [308, 151],
          [360, 120],
          [420, 150],
        ],
        [
          [430, 90],
          [470, 90],
        ],
      ],
      10,
    )
    assert.match(path, /^(?:M[\d .QLA-]+Z){2}$/)
  })

  it('is thin at both ends and as wide as it may be in the middle', () => {
    const path = brushPath(
      [
        [
          [0, 100],
          [220, 100],
        ],
      ],
      10,
    )
    const ys = numbers(path).filter((_, index) => index % 2 === 1)
    assert.ok(Math.max(...ys) <= 105.3 && Math.max(...ys) >= 104.5, String(Math.max(...ys)))
    const [, begin = 0] = numbers(path)
    assert.ok(100 - begin < 2.5, String(begin))
  })

  it('draws nothing that is no number for a point that is pressed twice', () => {
    const dot = [
      [
        [10, 10],
        [10, 10],
      ],
    ] as const
    assert.doesNotMatch(brushPath(dot, 10), /NaN|Infinity/)
    assert.equal(brushPath([], 10), '')
  })
})
