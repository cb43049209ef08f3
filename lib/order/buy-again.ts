import type { CartLine } from '#lib/cart/cart.ts'
import { isOnSale, sizeAvailability } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import type { Order } from './order.ts'

/**
 * Returns cart lines at today's prices for an order's items still sold at `now`. An unpaid order
 * has none.
 */
export function linesToBuyAgain(
  { status, items }: Pick<Order, 'status' | 'items'>,
  products: readonly Product[],
  now = new Date(),
): readonly CartLine[] {
  if (status === '待付款') return []
  return items.flatMap(({ id, color, size, quantity }) => {
    const product = products.find((one) => one.id === id)
    const hasColor = product?.colors.some(({ name }) => name === color) === true
    const isSold = product?.sizes.includes(size) && isOnSale(sizeAvailability(product, size, now))
    if (!product || !hasColor || !isSold || color === undefined) return []
    const { title, image, price } = product
    return [{ id, title, image: image.src, color, size, price, quantity }]
  })
}
