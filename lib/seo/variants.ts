import type { Product } from '#lib/product/product.ts'
import { type Size, variantSku } from '#lib/product/sizes.ts'
import { productPath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'

/** One colour of a product in one size. */
export type Variant = { readonly size: Size; readonly color: string }

/** The number of a variant; a product's first colour has that of the size alone. */
export function skuOf(product: Product, { size, color }: Variant): string {
  const place = product.colors.findIndex(({ name }) => name === color)
  return `${variantSku(product.id, size)}${place > 0 ? `-${place + 1}` : ''}`
}

/** The address that chooses a variant (Google, product variants); the page's canonical address is one. */
export function variantUrl(product: Product, { size, color }: Variant): string {
  const chosen = new URLSearchParams({ size, ...(product.colors.length > 1 ? { color } : {}) })
  return absoluteUrl(`${productPath(product.id)}?${chosen}`)
}

/** Every variant of a product. */
export const variantsOf = ({ colors, sizes }: Product): readonly Variant[] =>
  colors.flatMap(({ name: color }) => sizes.map((size) => ({ size, color })))
