import 'server-only'

import { readCodes } from '#lib/discount/discount-store.ts'
import type { DiscountCode } from '#lib/discount/discount.ts'

/** A code and how often it was used, in a list. */
export type ListedCode = { readonly code: DiscountCode; readonly uses: number }

/** Every code, the newest first; one read each. Throws DatabaseUnavailable. */
export async function listCodes(): Promise<readonly ListedCode[]> {
  const codes = await readCodes()
  return codes
    .flatMap(({ terms, uses }) => (terms ? [{ code: terms, uses }] : []))
    .toSorted((a, b) => b.code.madeAt.localeCompare(a.code.madeAt))
}
