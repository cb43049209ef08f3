'use server'
import { z } from 'zod'

import { type CheckedCart, checkedText } from '#components/cart/checked-text.ts'
import { MAX_LINES } from '#lib/cart/cart.ts'
import { hasPublicAllowance } from '#lib/limit/require-allowance.ts'
import { findOffers } from '#lib/offer/offer.ts'
import { checkCart } from '#lib/order/check-cart.ts'
import { type OrderedLine, orderedLineSchema } from '#lib/order/order-request.ts'
import { findProducts } from '#lib/product/find-products.ts'

const multiLineText = z.array(orderedLineSchema).max(MAX_LINES)

/** Prices a cart as an order; null when the shared limit of all visitors is reached. */
export async function checkCartAction(input: readonly OrderedLine[]): Promise<CheckedCart | null> {
  const lines = multiLineText.safeParse(input)
  if (!lines.success || !(await hasPublicAllowance('cart'))) return null
  const now = new Date()
  const [products, offers] = await Promise.all([findProducts(now), findOffers(now)])
  return checkedText(await checkCart(lines.data, { products, offers, now }), now)
}
