import 'server-only'

import { changeOverride } from '#lib/inventory/inventory-store.ts'
import { fail, ok } from '#lib/result.ts'
import { type ChangeResult, fileOf, logChange, noteOf, type StockInput } from './correct-stock.ts'

/** Takes a product off sale, or puts it on sale again, with a reason. Throws DatabaseUnavailable. */
export async function switchSale({
  isOffSale,
  ...correction
}: StockInput & { readonly isOffSale: boolean }): ChangeResult<never> {
  if (correction.reason.trim() === '') return fail('no-reason')
  if (!(await fileOf(correction.product))) return fail('unknown-product')
  const changed = await changeOverride<never>(correction.product, noteOf(correction), () =>
    ok({ isOffSale }),
  )
  if (changed.ok) logChange(correction.product, isOffSale ? 'off-sale' : 'on-sale', changed.data)
  return changed
}
