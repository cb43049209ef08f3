import { availability, isOnSale } from '../product/availability.ts'
import type { Product } from '../product/product.ts'
import type { Article } from './article.ts'

/** The shirt with which an article ends: that of a series among its tags, else the newest that can be bought. */
export function shirtOf(
  { tags }: Pick<Article, 'tags'>,
  products: readonly Product[],
  now = new Date(),
): Product | undefined {
  const result = products.find(({ subcategory }) => tags.some((tag) => tag === subcategory))
  return result ?? products.find((product) => isOnSale(availability(product, now)))
}
