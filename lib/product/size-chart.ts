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

/** A product's size chart, the smallest size first. */
export type SizeChart = readonly Measures[]

/** The chart that products share whose owner has said that they measure the same. */
export const SIZE_CHART: SizeChart = [
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

/** Fit outside a row's range: length by height, width by weight. */
export type Fit = {
  readonly length: 'short' | 'right' | 'long'
  readonly width: 'tight' | 'right' | 'loose'
}

/** One size that fits, two neighbours that both do, or the nearest one where none fits both measures. */
export type SizeAdvice =
  | { readonly kind: 'one'; readonly size: Size }
  | { readonly kind: 'between'; readonly smaller: Size; readonly larger: Size }
  | {
      readonly kind: 'nearest'
      readonly size: Size
      readonly fit: Fit
      /** The nearest sizes that fit the height and the weight alone; none outside the chart. */
      readonly byHeight: Size | undefined
      readonly byWeight: Size | undefined
    }

// Distance outside a range: negative below, positive above.
function beyond(value: number, [from, to]: Range): number {
  if (value < from) return value - from
  return Math.max(0, value - to)
}

// The closest pair of rows of which one fits the height and the other the weight.
function closestPair(chart: SizeChart, heightCm: number, weightKg: number) {
  const pairs = chart.flatMap((tall, from) =>
    chart.map((wide, to) => ({ tall, wide, apart: Math.abs(from - to) })),
  )
  return pairs
    .filter(
      ({ tall, wide }) =>
        beyond(heightCm, tall.height) === 0 && beyond(weightKg, wide.weight) === 0,
    )
    .toSorted((a, b) => a.apart - b.apart)[0]
}

function nearest(chart: SizeChart, heightCm: number, weightKg: number): SizeAdvice | undefined {
  const miss = ({ height, weight }: Measures) =>
    Math.max(Math.abs(beyond(heightCm, height)), Math.abs(beyond(weightKg, weight)))
  const [first, ...rest] = chart
  if (!first) return undefined
  // The larger of two rows that miss by the same amount: a wide shirt can be worn.
  const row = rest.reduce(
    (best, measures) => (miss(measures) <= miss(best) ? measures : best),
    first,
  )
  const [tall, heavy] = [beyond(heightCm, row.height), beyond(weightKg, row.weight)]
  const length = tall === 0 ? 'right' : tall > 0 ? 'short' : 'long'
  const width = heavy === 0 ? 'right' : heavy > 0 ? 'tight' : 'loose'
  const pair = closestPair(chart, heightCm, weightKg)
  const at = chart.indexOf(row)
  // Where one measure is outside the chart, the nearest size that fits the other one.
  const fitting = (fits: (measures: Measures) => boolean) =>
    chart
      .filter(fits)
      .toSorted((a, b) => Math.abs(chart.indexOf(a) - at) - Math.abs(chart.indexOf(b) - at))[0]
  const tallEnough = fitting(({ height }) => beyond(heightCm, height) === 0)
  const wideEnough = fitting(({ weight }) => beyond(weightKg, weight) === 0)
  return {
    kind: 'nearest',
    size: row.size,
    fit: { length, width },
    byHeight: (pair?.tall ?? tallEnough)?.size,
    byWeight: (pair?.wide ?? wideEnough)?.size,
  }
}

/** The size for a height in cm and a weight in kg by a size chart, or undefined for a chart without rows. */
export function sizeAdvice(
  chart: SizeChart,
  heightCm: number,
  weightKg: number,
): SizeAdvice | undefined {
  const fitting = chart.filter(
    ({ height, weight }) => beyond(heightCm, height) === 0 && beyond(weightKg, weight) === 0,
  )
  // Takes the middle one where three ranges meet.
  const [first, second] = fitting.length === 3 ? fitting.slice(1, 2) : fitting
  if (first && second) return { kind: 'between', smaller: first.size, larger: second.size }
  if (first) return { kind: 'one', size: first.size }
  return nearest(chart, heightCm, weightKg)
}

/** The sizes that an advice names, the first one first of all. */
export function advisedSizes(advice: SizeAdvice): readonly Size[] {
  switch (advice.kind) {
    case 'one':
      return [advice.size]
    case 'between':
      return [advice.smaller, advice.larger]
    default: {
      const { size, byHeight, byWeight } = advice
      return [...new Set([size, byHeight ?? size, byWeight ?? size])]
    }
  }
}

/** A row of a product's own chart, as its owner writes it. */
type WrittenRow = Omit<Measures, 'height' | 'weight'> &
  Readonly<Record<'height_from' | 'height_to' | 'weight_from' | 'weight_to', number>>

/** The chart of a product for the sizes that it comes in: its own, or the shared one. */
export function sizeChartOf({
  sizes,
  size_chart: own,
}: {
  readonly sizes: readonly Size[]
  readonly size_chart?: readonly WrittenRow[] | undefined
}): SizeChart {
  const rows = own?.map(({ height_from, height_to, weight_from, weight_to, ...row }) => {
    return { ...row, height: [height_from, height_to], weight: [weight_from, weight_to] } as const
  })
  const chart = rows ?? SIZE_CHART
  return sizes.flatMap((size) => chart.find((row) => row.size === size) ?? [])
}
