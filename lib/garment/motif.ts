import type { MotifName } from '#lib/product/product.ts'

/** A point of a drawing, in units of its view box; y points down, as in SVG. */
export type Point = readonly [x: number, y: number]

/**
 * The drawing of a style: one brush line that stops before the drawing is done. Everything that
 * shows it (pages, camera, icons, sharing picture, embroidery) is made from this.
 */
export type Motif = {
  /** The line alone. */
  readonly viewBox: string
  /** The whole sheet in the same units: the line, and room for the half that others draw. */
  readonly sheet: string
  /** The colour of the yarn, as #rrggbb. */
  readonly color: string
  /** The line as an area to fill: SVG path data. */
  readonly outline: string
  /** The threads of its satin stitch, each across the line: SVG path data to stroke. */
  readonly threads: string
  /** Where the brush was lifted. The other half begins here. */
  readonly end: Point
}

/** A point of a brush line with the line's width there. */
type Touch = { readonly at: Point; readonly width: number }

const ORIGIN: Point = [0, 0]
const SAND = '#ba986c'
const SAGE = '#7e8e78'

// How hard the brush presses at `u` (0 to 1) of its way: it touches down thin, is widest in the middle, and is lifted.
function pressure(u: number): number {
  const press = Math.sin(Math.PI * Math.min(1, u * 0.93 + 0.03)) ** 0.7
  return Math.min(1.1, Math.max(0.2, 0.38 + 0.9 * press - 0.42 * u))
}

const length = ([x, y]: Point, [p, q]: Point) => Math.hypot(p - x, q - y)
const between = ([x, y]: Point, [p, q]: Point, u: number): Point => [
  x + (p - x) * u,
  y + (q - y) * u,
]

// Points at equal distances along a line, about `apart` from each other.
function resample(line: readonly Point[], apart: number): readonly Point[] {
  let far = 0
  const passed = line.map((point, index) => (far += length(line[index - 1] ?? point, point)))
  const count = Math.round(far / apart)
  return Array.from({ length: count + 1 }, (_, index) => {
    const at = (far * index) / count
    const after = Math.max(
      1,
      passed.findIndex((way) => way >= at - 1e-9),
    )
    const [from, to] = [line[after - 1] ?? ORIGIN, line[after] ?? ORIGIN]
    const [start, end] = [passed[after - 1] ?? 0, passed[after] ?? 1]
    return between(from, to, (at - start) / (end - start))
  })
}

// The direction of a line at one of its points, as a unit vector.
function direction(touches: readonly Touch[], index: number): Point {
  const before = touches[Math.max(0, index - 1)]?.at ?? ORIGIN
  const after = touches[Math.min(touches.length - 1, index + 1)]?.at ?? ORIGIN
  const far = length(before, after) || 1
  return [(after[0] - before[0]) / far, (after[1] - before[1]) / far]
}

// Tenths of a unit, without the zero before the point.
const tenths = (value: number) => String(value / 10).replace(/^(-?)0\./, '$1.')
const pair = (x: number, y: number) => tenths(x) + (y < 0 ? '' : ' ') + tenths(y)
const onGrid = ([x, y]: Point): Point => [Math.round(x * 10), Math.round(y * 10)]

// A move from one point to the next, relative, as SVG path data; both are on the grid, so that rounding does not add up.
const step = ([x, y]: Point, [p, q]: Point) => pair(p - x, q - y)

function writeSteps(points: readonly Point[]): string {
  return points
    .slice(1)
    .map((point, index) => step(points[index] ?? point, point))
    .join(' ')
}

// The distance of a point from the straight way between two others.
function offset(point: Point, from: Point, to: Point): number {
  const area = (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
  return Math.abs(area) / (length(from, to) || 1)
}

// Leaves out the points that a straight line passes within `reach` of (Douglas and Peucker).
function simplified(line: readonly Point[], reach: number): readonly Point[] {
  const [from, to] = [line[0], line.at(-1)]
  if (!from || !to || line.length < 3) return line
  const offsets = line.map((point) => offset(point, from, to))
  const far = Math.max(...offsets)
  if (far <= reach) return [from, to]
  const at = offsets.indexOf(far)
  return [
    ...simplified(line.slice(0, at + 1), reach).slice(0, -1),
    ...simplified(line.slice(at), reach),
  ]
}

// Both sides of a brush line: the points at half its width to the left and to the right.
function sidesOf(touches: readonly Touch[]): readonly (readonly [left: Point, right: Point])[] {
  return touches.map(({ at: [x, y], width }, index) => {
    const [dx, dy] = direction(touches, index)
    const half = width / 2
    return [
      [x + dy * half, y - dx * half],
      [x - dy * half, y + dx * half],
    ]
  })
}

function outlineOf(touches: readonly Touch[]): string {
  const sides = sidesOf(touches)
  // At the inside of a break both arms cover the points beside the line.
  const isEdge = ([x, y]: Point) =>
    touches.every(({ at: [p, q], width }) => Math.hypot(x - p, y - q) > width / 2 - 0.05)
  const edge = (line: readonly Point[]) => simplified(line.filter(isEdge), 0.08).map(onGrid)
  const left = edge(sides.map(([point]) => point))
  const right = edge(sides.map(([, point]) => point).toReversed())
  const [first = ORIGIN, last = ORIGIN] = [left[0], left.at(-1)]
  const [begin = ORIGIN, end = ORIGIN] = [right[0], right.at(-1)]
  const cap = (from: Point, to: Point) => {
    const radius = tenths(Math.round(length(from, to) / 2))
    return `a${radius} ${radius} 0 0 1 ${step(from, to)}`
  }
  return `M${step(ORIGIN, first)}l${writeSteps(left)}${cap(last, begin)}l${writeSteps(right)}${cap(end, first)}z`
}

function threadsOf(touches: readonly Touch[]): string {
  return sidesOf(touches)
    .map((side) => {
      const [left, right] = [onGrid(side[0]), onGrid(side[1])]
      return `M${pair(left[0], left[1])}l${step(left, right)}`
    })
    .join('')
}

// How far apart the touches of a brush and the threads of a stitch lie.
const STEP = 0.5
const THREADS_APART = 4

// The mean of the values around each, so that the brush neither turns nor swells at once.
function mean(values: readonly number[], reach: number): readonly number[] {
  return values.map((_, index) => {
    const around = Math.min(reach, index, values.length - 1 - index)
    const near = values.slice(index - around, index + around + 1)
    return near.reduce((sum, value) => sum + value, 0) / near.length
  })
}

function rounded(line: readonly Point[], reach: number): readonly Point[] {
  const xs = mean(
    line.map(([x]) => x),
    reach,
  )
  const ys = mean(
    line.map(([, y]) => y),
    reach,
  )
  return xs.map((x, index) => [x, ys[index] ?? 0])
}

type Brush = {
  /** The width of the line where the brush presses with 1. */
  readonly width: number
  /** How much more it presses on its way down than across, and less on its way up. */
  readonly lean: number
}

function brushLine(line: readonly Point[], { width, lean }: Brush) {
  const points = rounded(rounded(resample(line, STEP), 5), 5)
  const widths = points.map((from, index) => {
    const to = points[index + 1] ?? from
    const slope = (to[1] - from[1]) / (length(from, to) || 1)
    return width * pressure(index / (points.length - 1)) * (1 + lean * slope)
  })
  const smooth = mean(mean(widths, 14), 14)
  const touches = points.map((at, index) => ({ at, width: smooth[index] ?? 0 }))
  return {
    outline: outlineOf(touches),
    threads: threadsOf(touches.filter((_, index) => index % THREADS_APART === 0)),
    end: line.at(-1) ?? ORIGIN,
  } as const
}

/** From a point to the next on a quadratic curve; without `by` the way is straight. */
type Step = { readonly by?: Point; readonly to: Point }

function curve(start: Point, steps: readonly Step[]): readonly Point[] {
  let from = start
  const points = steps.flatMap(({ to, by = between(from, to, 0.5) }) => {
    const begin = from
    from = to
    return Array.from({ length: 40 }, (_, index) => {
      const u = (index + 1) / 40
      return between(between(begin, by, u), between(by, to, u), u)
    })
  })
  return [start, ...points]
}

// Dabajian and Xiaobajian from the west: two shoulders, the barrel, its skirt, the needle beside it. Our own drawing
// after that skyline; seven breaks, no two alike, and the eighth stroke stops in the air.
const RIDGE = curve(
  [12, 186],
  [
    { by: [36, 168], to: [56, 166] },
    { to: [78, 172] },
    { by: [106, 158], to: [128, 130] },
    { to: [134, 92] },
    { by: [154, 80], to: [172, 84] },
    { by: [176, 124], to: [212, 145] },
    { to: [227, 113] },
    { by: [237, 168], to: [308, 151] },
  ],
)

const ridge: Motif = {
  viewBox: '0 68 320 132',
  sheet: '0 0 640 240',
  color: SAND,
  ...brushLine(RIDGE, { width: 11, lean: 0.35 }),
}

const START = 58
const SWEEP = 326

// A point of the open circle at `u` (0 to 1) of its way.
function circlePoint(u: number): Point {
  const angle = ((START - SWEEP * u) * Math.PI) / 180
  const radius = 127 * (1 + 0.035 * Math.sin(angle + 0.6))
  return [160 + radius * Math.cos(angle), 160 - radius * 0.985 * Math.sin(angle)]
}

const circle: Motif = {
  viewBox: '0 0 320 320',
  sheet: '0 0 320 320',
  color: SAGE,
  ...brushLine(
    Array.from({ length: 241 }, (_, index) => circlePoint(index / 240)),
    { width: 27, lean: 0 },
  ),
}

const DRAWINGS: Readonly<Record<MotifName, Motif>> = { ridge, circle }

/** The drawing of this name. */
export function findMotif(name: MotifName): Motif {
  return DRAWINGS[name]
}
