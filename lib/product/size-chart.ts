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
