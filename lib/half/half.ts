import { parseJson, listOf, isText, withFields, type Shape } from '#lib/text/json-shape.ts'

/** A point of a drawn line, in whole units of its motif's sheet; y points down, as in SVG. */
export type HalfPoint = readonly [x: number, y: number]

/** One line that a hand drew without lifting. */
export type Stroke = readonly HalfPoint[]

/** The other half of a motif: what somebody drew from where its line stops, the oldest stroke first. */
export type Half = readonly Stroke[]

/** The most strokes of a half, and points of all of them together: at most 2 KB as text. */
export const MAX_STROKES = 12
export const MAX_POINTS = 240
/** The longest text of a half, in characters. */
export const MAX_TEXT = 2048

/** Units by which a point may leave the line that replaces it. */
const TOLERANCE = 1.2

const square = ([x, y]: HalfPoint, [p, q]: HalfPoint) => (p - x) ** 2 + (q - y) ** 2

// The squared distance of a point from the segment between two others.
function distance(point: HalfPoint, from: HalfPoint, to: HalfPoint): number {
  const length = square(from, to)
  if (length === 0) return square(point, from)
  const [x, y] = point
  const along = ((x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])) / length
  const at = Math.max(0, Math.min(1, along))
  return square(point, [from[0] + at * (to[0] - from[0]), from[1] + at * (to[1] - from[1])])
}

/** A stroke with fewer points that stays within the tolerance of the drawn one (Douglas and Peucker). */
export function simplifyStroke(stroke: Stroke, tolerance = TOLERANCE): Stroke {
  const [first] = stroke
  const last = stroke.at(-1)
  if (!first || !last || stroke.length < 3) return stroke
  let farthest = 0
  let max = 0
  for (const [index, point] of stroke.entries()) {
    const away = distance(point, first, last)
    if (away > max) {
      max = away
      farthest = index
    }
  }
  if (max <= tolerance ** 2) return [first, last]
  const before = simplifyStroke(stroke.slice(0, farthest + 1), tolerance)
  return [...before.slice(0, -1), ...simplifyStroke(stroke.slice(farthest), tolerance)]
}

const middle = ([x, y]: HalfPoint, [p, q]: HalfPoint): HalfPoint => [
  Math.round((x + p) * 5) / 10,
  Math.round((y + q) * 5) / 10,
]
const pair = ([x, y]: HalfPoint) => `${x} ${y}`

/** SVG path data of a half: a curve through the middles of its points. Only numbers and letters, never markup. */
export function halfPath(half: Half): string {
  return half
    .map((stroke) => {
      const [first, ...rest] = stroke
      const last = stroke.at(-1)
      if (!first || !last) return ''
      const curves = rest.slice(0, -1).map((point, index) => {
        const next = rest[index + 1] ?? last
        return `Q${pair(point)} ${pair(middle(point, next))}`
      })
      return `M${pair(first)}${curves.join('')}L${pair(last)}`
    })
    .join('')
}

/** A half as it is stored: strokes apart by `;`, points by a blank, coordinates by a comma. */
export function halfText(half: Half): string {
  return half
    .map((stroke) => stroke.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(' '))
    .join(';')
}

/** The size of a motif's sheet, in its units. */
export type Sheet = { readonly width: number; readonly height: number }

/** The size of a view box that begins at 0 0. */
export function sheetOf(viewBox: string): Sheet {
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number)
  return { width, height }
}

const TEXT = /^-?\d{1,4},-?\d{1,4}(?:[ ;]-?\d{1,4},-?\d{1,4})*$/

/** Reads a stored half. Undefined for anything else: another form, too long, or a point beside its sheet. */
export function readHalf(text: string, { width, height }: Sheet): Half | undefined {
  if (text.length > MAX_TEXT || !TEXT.test(text)) return undefined
  const half = text.split(';').map((stroke) =>
    stroke.split(' ').map((point): HalfPoint => {
      const [x = 0, y = 0] = point.split(',').map(Number)
      return [x, y]
    }),
  )
  const points = half.flat()
  const isWithin = points.every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height)
  return half.length <= MAX_STROKES && points.length <= MAX_POINTS && isWithin ? half : undefined
}

/** Whether another stroke still fits beside those of a half. */
export function fits(half: Half, stroke: Stroke): boolean {
  const next = [...half, stroke]
  return (
    next.length <= MAX_STROKES &&
    next.flat().length <= MAX_POINTS &&
    halfText(next).length <= MAX_TEXT
  )
}

const areTexts: Shape<readonly { motif: string; half: string }[]> = listOf(
  withFields({ motif: isText, half: isText }),
)

/** The halves that a browser keeps, one a motif, or none if its entry is of another form. */
export function readSavedHalves(text: string | null): readonly { motif: string; half: string }[] {
  const value = parseJson(text ?? '[]')
  return areTexts(value) ? value : []
}
