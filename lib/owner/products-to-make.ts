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

function bySize(one: UnitsToMake, other: UnitsToMake): number {
  const sizes = SIZES.indexOf(one.size) - SIZES.indexOf(other.size)
  return one.color.localeCompare(other.color) || sizes
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
    const quantity = sumOf(kinds.map((one) => Math.max(0, one.quantity)))
    const counts = Object.values(days)
    const isWrong =
      [...kinds.map((one) => one.quantity), ...counts].some((count) => count < 0) ||
      kinds.some((one) => one.pending < 0 || one.pending > one.quantity) ||
      sumOf(kinds.map((one) => one.quantity)) !== sumOf(counts)
    const promised = Object.entries(days).flatMap(([day, count]) =>
      count > 0 && day !== NO_DAY ? [day] : [],
    )
    const shipsAbout = promised.toSorted()[0]
    return quantity === 0 && !isWrong
      ? []
      : [{ id, title, shipsAbout, quantity, units: kinds.toSorted(bySize), isWrong }]
  })
}
