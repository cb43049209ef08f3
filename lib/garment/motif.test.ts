import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findMotif } from './motif.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

const boxOf = (viewBox: string): Box => {
  const [x = 0, y = 0, width = 0, height = 0] = viewBox.split(' ').map(Number)
  return [x, y, width, height]
}

const isInside = ([x, y]: readonly number[], [left, top, width, height]: Box) =>
  x !== undefined && y !== undefined && x > left && x < left + width && y > top && y < top + height

// The points that an outline of one `M`, two runs of `l` and two round ends goes through.
function pointsOf(outline: string): readonly (readonly number[])[] {
  let at = [0, 0]
  return [...outline.matchAll(/([Mla])([^Mlaz]+)/g)].flatMap(([, command, rest = '']) => {
    const numbers = [...rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number)
    const moves = command === 'a' ? numbers.slice(5) : numbers
    return Array.from({ length: moves.length / 2 }, (_, index) => {
      at = [(at[0] ?? 0) + (moves[2 * index] ?? 0), (at[1] ?? 0) + (moves[2 * index + 1] ?? 0)]
      return at
    })
  })
}

for (const name of ['ridge', 'circle'] as const) {
  const { viewBox, sheet, outline, threads, end, color } = findMotif(name)

  test(`the line of ${name} is a closed area within its view box`, () => {
    assert.match(outline, /^M[\d. -]+l[\d. -]+a[\d. -]+l[\d. -]+a[\d. -]+z$/)
    const points = pointsOf(outline)
    assert.ok(points.length > 40)
    for (const point of points) assert.ok(isInside(point, boxOf(viewBox)), point.join(' '))
    const [first, last] = [points[0], points.at(-1)]
    assert.deepEqual(last?.map(Math.round), first?.map(Math.round))
  })

  test(`the line of ${name} stops in the air: its end is inside the sheet, beside the outline`, () => {
    assert.ok(isInside(end, boxOf(sheet)))
    const nearest = Math.min(
      ...pointsOf(outline).map(([x = 0, y = 0]) => Math.hypot(x - end[0], y - end[1])),
    )
    assert.ok(nearest < 3, `${nearest} from the end`)
  })

  test(`the threads of ${name} are bars to stroke, its yarn a colour`, () => {
    assert.match(threads, /^(M-?[\d.]+[ -][\d.]+l-?[\d.]+[ -][\d.]+)+$/)
    assert.match(color, /^#[0-9a-f]{6}$/)
  })
}
