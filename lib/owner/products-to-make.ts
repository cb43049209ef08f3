import 'server-only'

import { NO_DAY } from '#lib/inventory/units-to-make.ts'
import { type Size, SIZES } from '#lib/product/sizes.ts'
import type { CountedUnits } from './owner-order-store.ts'

/** Pre-ordered units of one colour and size. */
export type UnitsToMake = {
  readonly color: string
  readonly size: Size
  readonly quantity: number
  /** Those of them whose order is in a dispute, a review, a cancellation or a refund. */
  readonly pending: number
}

/** A product's units to be made, size by size, and the first day about which any was promised. */
export type ProductToMake = {
  readonly id: string
  readonly title: string
  readonly shipsAbout: string | undefined
  readonly quantity: number
  readonly units: readonly UnitsToMake[]
  /** Whether the counts contradict each other: one below zero, or other sums by day than by size. */
  readonly isWrong: boolean
}

function bySize(a: UnitsToMake, b: UnitsToMake): number {
  const sizes = SIZES.indexOf(a.size) - SIZES.indexOf(b.size)
  return a.color.localeCompare(b.color) || sizes
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** Returns what to produce per product from the stored counts, without finished products. A count below zero is shown. */
export function productsToMake(counted: readonly CountedUnits[]): readonly ProductToMake[] {
  return counted.flatMap(({ id, title, units, pending, days }): ProductToMake[] => {
    const keys = [...new Set([...Object.keys(units), ...Object.keys(pending)])]
    const kinds = keys.flatMap((key) => {
      const size = SIZES.find((one) => key.endsWith(` ${one}`))
      const counts = { quantity: units[key] ?? 0, pending: pending[key] ?? 0 }
      if (size === undefined || (counts.quantity === 0 && counts.pending === 0)) return []
      return [{ color: key.slice(0, -size.length - 1), size, ...counts }]
    })
    const quantity = sumOf(kinds.map((kind) => Math.max(0, kind.quantity)))
    const counts = Object.values(days)
    const isWrong =
      [...kinds.map((kind) => kind.quantity), ...counts].some((count) => count < 0) ||
      kinds.some((kind) => kind.pending < 0 || kind.pending > kind.quantity) ||
      sumOf(kinds.map((kind) => kind.quantity)) !== sumOf(counts)
    const promised = Object.entries(days).flatMap(([day, count]) =>
      count > 0 && day !== NO_DAY ? [day] : [],
    )
    const shipsAbout = promised.toSorted()[0]
    return quantity === 0 && !isWrong
      ? []
      : [{ id, title, shipsAbout, quantity, units: kinds.toSorted(bySize), isWrong }]
  })
}
