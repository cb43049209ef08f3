import 'server-only'

import { changeOverride } from '#lib/inventory/inventory-store.ts'
import type { ReservedStock, SizeCount } from '#lib/inventory/stock.ts'
import { log } from '#lib/log/log.ts'
import type { OwnerContext } from '#lib/order/events.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import type { Override } from '#lib/product/override.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { noteOverride } from '#lib/product/watch-overrides.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { type CountFields, countsSizes, leftOf, type Units } from './stock-left.ts'

/** A correction of units: more or fewer (`add`), or how many can be sold now (`set`), by size or in all. */
export type StockCorrection = {
  readonly how: 'add' | 'set'
  readonly sizes: SizeCount
  readonly total?: number | undefined
}

/** Why units can't be corrected so. */
export type StockRefusal = 'nothing-changed' | 'below-zero'

const correctCount = (left: number, by: number | undefined, how: 'add' | 'set') => {
  if (by === undefined) return left
  return how === 'add' ? left + by : by
}

// Keeps the sellable stock: the sum of the sizes is the product's offer.
function correctSizes(product: CountFields, taken: ReservedStock, change: StockCorrection) {
  const wasCounted = countsSizes(product, taken)
  const rows = product.sizes.map((size) => {
    const before = wasCounted ? leftOf(product, taken, size) : 0
    const left = correctCount(before, change.sizes[size], change.how)
    return { size, left, isRefused: left < 0 && left !== before }
  })
  if (rows.some(({ isRefused }) => isRefused)) return fail('below-zero')
  const bySize = rows.map(({ size, left }) => [
    size,
    Math.max(0, left + (taken.sizes?.[size] ?? 0)),
  ])
  const all = rows.reduce((sum, { left }) => sum + left, 0)
  const sizes: SizeCount = Object.fromEntries(bySize)
  return ok({ stock: Math.max(0, taken.stock + all), stock_by_size: sizes })
}

/** The units that an override says after a correction; the orders that took some meanwhile are counted. */
export function correctStock(
  product: CountFields,
  taken: ReservedStock,
  change: StockCorrection,
): Result<Units, StockRefusal> {
  const hasSizes = SIZES.some((size) => change.sizes[size] !== undefined)
  if (hasSizes) return correctSizes(product, taken, change)
  if (change.total === undefined || countsSizes(product, taken)) return fail('nothing-changed')
  const left = correctCount(leftOf(product, taken), change.total, change.how)
  return left < 0 ? fail('below-zero') : ok({ stock: taken.stock + left })
}

export type ChangeResult<Code extends string> = Promise<
  Result<Override, Code | 'unknown-product' | 'no-reason'>
>

export type StockInput = {
  readonly product: string
  readonly reason: string
  readonly context: OwnerContext
}

export async function fileOf(id: string) {
  return (await findFileProducts()).find((product) => product.id === id)
}

export function noteOf({ reason, context }: StockInput) {
  return { at: context.at.toISOString(), who: context.by, reason: reason.trim() }
}

export function logChange(product: string, what: string, override: Override): void {
  noteOverride(product, override)
  log('stock-changed', { product, what })
}

/**
 * Corrects a product's stock with a reason. Other instances update within a minute. Throws
 * DatabaseUnavailable.
 */
export async function changeStock({
  change,
  ...correction
}: StockInput & { readonly change: StockCorrection }): ChangeResult<StockRefusal> {
  if (correction.reason.trim() === '') return fail('no-reason')
  const file = await fileOf(correction.product)
  if (!file) return fail('unknown-product')
  const changed = await changeOverride(correction.product, noteOf(correction), (taken) =>
    correctStock(file, taken, change),
  )
  if (changed.ok) logChange(correction.product, 'units', changed.data)
  return changed
}
