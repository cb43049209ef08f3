import 'server-only'

import { findCategories } from '#lib/content/find-pages.ts'
import type { Category } from '#lib/content/pages.ts'
import { categoryPath, PATHS, productPath } from '#lib/routes/paths.ts'
import type { Breadcrumb } from '#lib/seo/structured-data.ts'
import { findProducts } from './find-products.ts'
import type { Product } from './product.ts'

/** The heading of products that name no subcategory. */
export const UNCATEGORIZED = '未分類'

/** Products that stand under one heading. */
export type ProductGroup = {
  readonly title: string
  readonly products: readonly Product[]
}

/** Products grouped by subcategory in the order of their first product; those without one come last. */
export function groupBySubcategory(products: readonly Product[]): readonly ProductGroup[] {
  const groups = Map.groupBy(products, ({ subcategory }) => subcategory ?? UNCATEGORIZED)
  const named = [...groups].filter(([title]) => title !== UNCATEGORIZED)
  const rest = [...groups].filter(([title]) => title === UNCATEGORIZED)
  return [...named, ...rest].map(([title, products]) => ({ title, products }))
}

/** The products of a category, by its label. */
export function inCategory(products: readonly Product[], label: string): readonly Product[] {
  return products.filter(({ category }) => category === label)
}

/** The way to the shop. */
export const SHOP_BREADCRUMBS: readonly Breadcrumb[] = [
  { label: '首頁', path: PATHS.home },
  { label: '商品', path: PATHS.shop },
]

/** The way to a category. */
export function categoryBreadcrumbs({ label, slug }: Category): readonly Breadcrumb[] {
  return [...SHOP_BREADCRUMBS, { label, path: categoryPath(slug) }]
}

/** The way to a product, through its category. */
export function productBreadcrumbs(
  product: Pick<Product, 'id' | 'title' | 'category'>,
  categories: readonly Category[],
): readonly Breadcrumb[] {
  const category = categories.find(({ label }) => label === product.category)
  return [
    ...(category ? categoryBreadcrumbs(category) : SHOP_BREADCRUMBS),
    { label: product.title, path: productPath(product.id) },
  ]
}

/** The categories that have a product in the shop at `now`, in the order of the owner. */
export async function findCategoriesOnSale(now = new Date()): Promise<readonly Category[]> {
  const [categories, products] = await Promise.all([findCategories(), findProducts(now)])
  return categories.filter(({ label }) => inCategory(products, label).length > 0)
}
