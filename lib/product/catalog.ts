import type { Product } from './product.ts'

/** The heading of products that name no subcategory. */
export const UNCATEGORIZED = '未分類'

/** Products that stand under one heading. */
export type ProductGroup = {
  readonly title: string
  readonly products: readonly Product[]
}

/** Products grouped by subcategory in the order of their first product; those without one come last (specification 2, /shop). */
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
