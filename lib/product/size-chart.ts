import type { Size } from './sizes.ts'

/** A closed range of whole numbers. */
export type Range = readonly [from: number, to: number]

/** One row of the size chart: lengths and height in cm, weight in kg. */
export type Measures = {
  readonly size: Size
  readonly length: number
  readonly shoulder: number
  readonly chest: number
  readonly sleeve: number
  readonly height: Range
  readonly weight: Range
}

/** The size chart of every shirt. */
export const SIZE_CHART: readonly Measures[] = [
  {
    size: 'S',
    length: 65,
    shoulder: 42,
    chest: 48,
    sleeve: 20,
    height: [160, 168],
    weight: [55, 65],
  },
  {
    size: 'M',
    length: 68,
    shoulder: 44,
    chest: 51,
    sleeve: 21,
    height: [165, 175],
    weight: [60, 70],
  },
  {
    size: 'L',
    length: 71,
    shoulder: 46,
    chest: 54,
    sleeve: 22,
    height: [170, 180],
    weight: [65, 75],
  },
  {
    size: 'XL',
    length: 74,
    shoulder: 48,
    chest: 57,
    sleeve: 23,
    height: [175, 185],
    weight: [70, 85],
  },
  {
    size: 'XXL',
    length: 77,
    shoulder: 50,
    chest: 60,
    sleeve: 24,
    height: [180, 190],
    weight: [80, 95],
  },
]

/**
 * What the size chart says to a height and a weight: one size, two neighbours,
 * two that disagree, or nothing that fits.
 */
export type SizeAdvice =
  | { readonly kind: 'one'; readonly size: Size }
  | { readonly kind: 'between'; readonly smaller: Size; readonly larger: Size }
  | { readonly kind: 'disagree'; readonly byHeight: Size; readonly byWeight: Size }
  | { readonly kind: 'outside'; readonly end: 'small' | 'large' | 'mixed' }

const within = (value: number, [from, to]: Range) => value >= from && value <= to

const middle = ([from, to]: Range) => (from + to) / 2

// Ranges overlap; the size whose middle lies nearest is the one that is meant for this measure.
function nearest(value: number, pick: (row: Measures) => Range): Size | undefined {
  const fitting = SIZE_CHART.filter((row) => within(value, pick(row)))
  const distance = (row: Measures) => Math.abs(middle(pick(row)) - value)
  return fitting.toSorted((a, b) => distance(a) - distance(b))[0]?.size
}

function outside(heightCm: number, weightKg: number): SizeAdvice {
  const [first, last] = [SIZE_CHART[0], SIZE_CHART.at(-1)]
  if (!first || !last) return { kind: 'outside', end: 'mixed' }
  const small = heightCm < first.height[0] || weightKg < first.weight[0]
  const large = heightCm > last.height[1] || weightKg > last.weight[1]
  if (small === large) return { kind: 'outside', end: 'mixed' }
  return { kind: 'outside', end: small ? 'small' : 'large' }
}

/** The size for a height in cm and a weight in kg by the size chart, honest where two fit or none does. */
export function sizeAdvice(heightCm: number, weightKg: number): SizeAdvice {
  const fitting = SIZE_CHART.filter(
    (row) => within(heightCm, row.height) && within(weightKg, row.weight),
  )
  // Where three ranges meet, the middle one is meant.
  const [first, second] = fitting.length === 3 ? fitting.slice(1, 2) : fitting
  if (first && second) return { kind: 'between', smaller: first.size, larger: second.size }
  if (first) return { kind: 'one', size: first.size }
  const byHeight = nearest(heightCm, (row) => row.height)
  const byWeight = nearest(weightKg, (row) => row.weight)
  if (byHeight === undefined || byWeight === undefined) return outside(heightCm, weightKg)
  return { kind: 'disagree', byHeight, byWeight }
}
