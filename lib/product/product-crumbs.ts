import type { Category } from '../content/pages.ts'
import type { Crumb } from '../site/crumb.ts'
import { categoryPath, PATHS, productPath } from '../site/paths.ts'
import type { Product } from './product.ts'

/** The way to the shop. */
export const SHOP_CRUMBS: readonly Crumb[] = [
  { label: '首頁', path: PATHS.home },
  { label: '商品', path: PATHS.shop },
]

/** The way to a category. */
export function categoryCrumbs({ label, slug }: Category): readonly Crumb[] {
  return [...SHOP_CRUMBS, { label, path: categoryPath(slug) }]
}

/** The way to a product, through its category. */
export function productCrumbs(
  product: Pick<Product, 'id' | 'title' | 'category'>,
  categories: readonly Category[],
): readonly Crumb[] {
  const category = categories.find(({ label }) => label === product.category)
  return [
    ...(category ? categoryCrumbs(category) : SHOP_CRUMBS),
    { label: product.title, path: productPath(product.id) },
  ]
}
