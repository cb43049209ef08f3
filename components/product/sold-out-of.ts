import type { CheckCart } from '#components/cart/use-cart-check.ts'
import { callAction } from '#components/ui/call-action.ts'
import { MIN_QUANTITY } from '#lib/cart/cart.ts'
import type { Size } from '#lib/product/sizes.ts'

/** The sizes of a product in one colour of which the shop has no unit now; rejects without an answer. */
export async function soldOutOf(
  { id, color, sizes }: { id: string; color: string; sizes: readonly Size[] },
  check: CheckCart,
): Promise<readonly Size[]> {
  const wanted = sizes.map((size) => ({ id, color, size, quantity: MIN_QUANTITY }))
  const answer = await callAction(check, wanted)
  if (!answer) throw new Error('The shop did not say which sizes are sold out.')
  return answer.refused.map(({ line }) => line.size)
}
