import { availability, stockInfoOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** What the band on a product's card needs to follow its deadline. */
export function bandOf(product: Product) {
  const deadline = product.preorder_deadline
  return {
    stock: stockInfoOf(product),
    initialAvailability: availability(product),
    until: deadline === undefined ? undefined : formatDay(deadline),
  }
}
