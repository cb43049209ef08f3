import type { Product } from '#lib/product/product.ts'

import { CATALOGUE } from '../checkout.ts'

/** The catalogue of the model. */
export async function findProducts(): Promise<readonly Product[]> {
  return CATALOGUE.products
}
