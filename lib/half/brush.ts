import type { Half, HalfPoint, Stroke } from './half.ts'

/** Units between two points at which the brush is measured. */
const STEP = 11

/** How wide the brush is at `u` (0 to 1) of its way: it touches down as thin as the motif's line was lifted. */
function pressure(u: number): number {
  return 0.26 + 0.78 * Math.sin(Math.PI * Math.min(1, u * 0.94 + 0.02)) ** 0.6
}

const between = ([x, y]: HalfPoint, [p, q]: HalfPoint, u: number): HalfPoint => [
  x + (p - x) * u,
  y + (q - y) * u,
]
const far = ([x, y]: HalfPoint, [p, q]: HalfPoint) => Math.hypot(p - x, q - y)

// Cuts the corners off a line; its ends stay (Chaikin).
function rounded(line: Stroke): Stroke {
  const [first] = line
  const last = line.at(-1)
  if (!first || !last || line.length < 3) return line
  const cut = line.slice(1).flatMap((to, index) => {
    const from = line[index] ?? to
    return [between(from, to, 0.25), between(from, to, 0.75)]
  })
  return [first, ...cut, last]
}

// Points of a line about one step apart, its ends among them.
function resampled(line: Stroke): Stroke {
  const lengths = line.map((point, index) => far(line[index - 1] ?? point, point))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const count = Math.max(2, Math.round(whole / STEP))
  const points: HalfPoint[] = []
  let [passed, at] = [0, 1]
  for (let index = 0; index <= count; index += 1) {
    const wanted = (whole * index) / count
    while (at < line.length - 1 && passed + (lengths[at] ?? 0) < wanted) {
      passed += lengths[at] ?? 0
      at += 1
    }
    const [from = [0, 0], to = [0, 0]] = [line[at - 1], line[at]]
    const length = lengths[at] ?? 0
    points.push(between(from, to, length === 0 ? 0 : Math.min(1, (wanted - passed) / length)))
  }
  return points
}

const tenth = (value: number) => String(Math.round(value * 10) / 10)
const pair = ([x, y]: HalfPoint) => `${tenth(x)} ${tenth(y)}`

// A curve through the middles of its points, which begins and ends at the first and the last.
function curve(points: Stroke): string {
  const curves = points.slice(1, -1).map((point, index) => {
    const next = points[index + 2] ?? point
    return `Q${pair(point)} ${pair(between(point, next, 0.5))}`
  })
  const last = points.at(-1)
  return curves.join('') + (last ? `L${pair(last)}` : '')
}

// The round end of a stroke, from its left side to its right, or back.
function cap(from: HalfPoint, to: HalfPoint): string {
  const radius = tenth(far(from, to) / 2)
  return `A${radius} ${radius} 0 0 1 ${pair(to)}`
}

function outline(stroke: Stroke, width: number): string {
  const line = resampled(rounded(rounded(stroke)))
  const sides = line.map((point, index) => {
    const before = line[index - 1] ?? point
    const after = line[index + 1] ?? point
    const length = far(before, after) || 1
    const half = (width * pressure(index / (line.length - 1))) / 2 / length
    const [dx, dy] = [(after[0] - before[0]) * half, (after[1] - before[1]) * half]
    const [x, y] = point
    return { left: [x + dy, y - dx], right: [x - dy, y + dx] } as const
  })
  const left = sides.map((side) => side.left)
  const right = sides.map((side) => side.right).toReversed()
  const [begin, turn] = [left[0], right[0]]
  const [tip, back] = [left.at(-1), right.at(-1)]
  if (!begin || !turn || !tip || !back) return ''
  return `M${pair(begin)}${curve(left)}${cap(tip, turn)}${curve(right)}${cap(back, begin)}Z`
}

/**
 * SVG path data of a half as an area to fill: each stroke as the brush of the motif would draw it, thin where it begins
 * and ends. Only numbers and letters, never markup.
 */
export function brushPath(half: Half, width: number): string {
  return half.map((stroke) => outline(stroke, width)).join('')
}
