import type { Category } from '../info/shop-page.ts'
import type { Crumb } from '../site/crumb.ts'
import { categoryPath, PATHS, productPath } from '../site/paths.ts'
import type { Product } from './product.ts'

const HOME: Crumb = { label: '首頁', path: PATHS.home }
const SHOP: Crumb = { label: '商品', path: PATHS.shop }

/** The way to a category. */
export function categoryCrumbs({ label, slug }: Category): readonly Crumb[] {
  return [HOME, SHOP, { label, path: categoryPath(slug) }]
}

/** The way to a product, through its category. */
export function productCrumbs(
  product: Pick<Product, 'id' | 'title' | 'category'>,
  categories: readonly Category[],
): readonly Crumb[] {
  const category = categories.find(({ label }) => label === product.category)
  return [
    ...(category ? categoryCrumbs(category) : [HOME, SHOP]),
    { label: product.title, path: productPath(product.id) },
  ]
}
