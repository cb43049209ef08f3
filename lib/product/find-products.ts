import 'server-only'

import type { Product } from './product.ts'
import { readProducts } from './read-products.ts'

let shelf: Promise<readonly Product[]> | undefined

/** All products, newest first. Content ships with the build, so a production process reads it once; in development each call reads anew. */
export function findProducts(): Promise<readonly Product[]> {
  if (process.env.NODE_ENV !== 'production') return readProducts(process.cwd())
  shelf ??= readProducts(process.cwd())
  return shelf
}

/** The product with this id, or nothing. */
export async function findProduct(id: string): Promise<Product | undefined> {
  const products = await findProducts()
  return products.find((product) => product.id === id)
}
