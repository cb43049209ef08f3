import 'server-only'

import { changeOverride } from '../adapters/firestore/overrides.ts'
import { log } from '../log/log.ts'
import { findFileProducts } from '../product/find-products.ts'
import { noteOverride } from '../product/known-overrides.ts'
import type { Override } from '../product/override.ts'
import { fail, ok, type Result } from '../result.ts'
import type { OwnerContext } from './owner-context.ts'
import { correctStock, type StockCorrection, type StockRefusal } from './stock-count.ts'

type ChangeResult<Code extends string> = Promise<
  Result<Override, Code | 'unknown-product' | 'no-reason'>
>

type StockInput = {
  readonly product: string
  readonly reason: string
  readonly context: OwnerContext
}

async function fileOf(id: string) {
  return (await findFileProducts()).find((product) => product.id === id)
}

function noteOf({ reason, context }: StockInput) {
  return { at: context.at.toISOString(), who: context.by, reason: reason.trim() }
}

function logChange(product: string, what: string, override: Override): void {
  noteOverride(product, override)
  log('stock-changed', { product, what })
}

/**
 * Corrects a product's stock with a reason. Other instances update within a minute. Throws
 * DatabaseUnavailable.
 */
export async function changeStock({
  change,
  ...request
}: StockInput & { readonly change: StockCorrection }): ChangeResult<StockRefusal> {
  if (request.reason.trim() === '') return fail('no-reason')
  const file = await fileOf(request.product)
  if (!file) return fail('unknown-product')
  const changed = await changeOverride(request.product, noteOf(request), (taken) =>
    correctStock(file, taken, change),
  )
  if (changed.ok) logChange(request.product, 'pieces', changed.data)
  return changed
}

/** Takes a product off sale, or puts it on sale again, with a reason. Throws DatabaseUnavailable. */
export async function changeSale({
  isOffSale,
  ...request
}: StockInput & { readonly isOffSale: boolean }): ChangeResult<never> {
  if (request.reason.trim() === '') return fail('no-reason')
  if (!(await fileOf(request.product))) return fail('unknown-product')
  const changed = await changeOverride<never>(request.product, noteOf(request), () =>
    ok({ isOffSale }),
  )
  if (changed.ok) logChange(request.product, isOffSale ? 'off-sale' : 'on-sale', changed.data)
  return changed
}
