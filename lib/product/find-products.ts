import 'server-only'

import { CONTENT, readOnce } from '../adapters/markdown/content-file.ts'
import type { Product } from './product.ts'
import { readProducts } from './read-products.ts'

/** All products, newest first. */
export const findProducts = readOnce(() => readProducts(CONTENT))

/** The product with this id, or nothing. */
export async function findProduct(id: string): Promise<Product | undefined> {
  const products = await findProducts()
  return products.find((product) => product.id === id)
}
