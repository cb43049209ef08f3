import 'server-only'

import { storeCode } from '#lib/discount/discount-store.ts'
import { type CodeInput, type CodeRefusal, codeRefusal } from '#lib/discount/discount.ts'
import type { OwnerContext } from '#lib/order/events.ts'
import type { Product } from '#lib/product/product.ts'
import { defined, fail, type Result } from '#lib/result.ts'

/** Makes a code. Throws DatabaseUnavailable. */
export async function createDiscount(
  { context, ...wanted }: CodeInput & { readonly context: OwnerContext },
  products: readonly Product[],
): Promise<Result<null, CodeRefusal | 'code-known'>> {
  const refusal = codeRefusal(wanted, products)
  if (refusal) return fail(refusal)
  const { starts, ends, ...terms } = wanted
  const made = { madeAt: context.at.toISOString(), madeBy: context.by, isPaused: false }
  return storeCode({ ...terms, ...defined({ starts, ends }), ...made })
}
