import type { Product } from '#lib/product/product.ts'

import { CATALOGUE } from '../checkout.ts'

/** The catalogue of the model, for those who sell what is planned, too. */
export async function findPlannedProducts(): Promise<readonly Product[]> {
  return CATALOGUE.products
}

/** The catalogue of the model. */
export async function findProducts(): Promise<readonly Product[]> {
  return CATALOGUE.products
}
