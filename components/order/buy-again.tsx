'use client'

import type { CartLine } from '#lib/cart/cart.ts'
import { useCartActions } from '#components/cart/cart-provider.tsx'
import { useRouter } from 'next/navigation'
import { toast } from '#components/ui/toast.ts'
import { CART_MESSAGES } from '#components/cart/messages.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { Button } from '#components/ui/button.tsx'

/** Puts the goods of an order into the cart once more, and goes there. */
export function BuyAgain({ lines }: { lines: readonly CartLine[] }) {
  const cart = useCartActions()
  const router = useRouter()
  function add(): void {
    const isCapped = lines.map((line) => cart.add(line).capped).includes(true)
    if (isCapped) toast.error(CART_MESSAGES.capped)
    else toast.success(CART_MESSAGES.added)
    router.push(PATHS.cart)
  }
  return <Button onClick={add}>再買一次</Button>
}
