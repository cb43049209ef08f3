import 'server-only'

import { changeOverride, type OverrideChange } from '#lib/inventory/inventory-store.ts'
import { log } from '#lib/log/log.ts'
import type { OwnerContext } from '#lib/order/events.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import { type Override, shipDayOf } from '#lib/product/override.ts'
import type { Product } from '#lib/product/product.ts'
import { noteOverride } from '#lib/product/watch-overrides.ts'
import { fail, ok, type Result } from '#lib/result.ts'

/** Why a day's question can't be answered so. */
export type DayAnswerRefusal =
  | 'facts-missing'
  | 'photograph-missing'
  | 'no-reason'
  | 'not-later'
  | 'unknown-product'
  | 'not-a-day'
  | 'day-over'
  | 'after-shipping'
  | 'no-day'

export type DayAnswer = { readonly product: string; readonly context: OwnerContext }

export async function changeProductDay(
  { product, context }: DayAnswer,
  reason: string,
  decide: (file: Product, stored: Override | undefined) => Result<OverrideChange, DayAnswerRefusal>,
): Promise<Result<Override, DayAnswerRefusal>> {
  const file = (await findFileProducts()).find(({ id }) => id === product)
  if (!file) return fail('unknown-product')
  const note = { at: context.at.toISOString(), who: context.by, reason }
  const changed = await changeOverride(product, note, ({ override }) => decide(file, override))
  if (!changed.ok) return changed
  noteOverride(product, changed.data)
  log('stock-changed', { product, what: reason })
  return changed
}

/** The override after the goods of the present edition arrived; refused where no day is awaited. */
export function overrideOnReceipt(
  file: Pick<Product, 'estimated_ship_date'>,
  stored: Override | undefined,
): Result<OverrideChange, 'no-day'> {
  const written = file.estimated_ship_date
  const day = shipDayOf(written, stored)
  if (written === undefined || day === undefined) return fail('no-day')
  // The file's own day belongs to this edition too, also where the goods came earlier.
  const arrivedOf = day > written ? day : written
  return ok({ shipsAbout: arrivedOf, arrivedOf })
}
