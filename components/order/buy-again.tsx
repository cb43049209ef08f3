'use client'

import { useRouter } from 'next/navigation'

import { useCartActions } from '#components/cart/cart-provider.tsx'
import { CART_MESSAGES } from '#components/cart/messages.ts'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast.ts'
import type { CartLine } from '#lib/cart/cart.ts'
import { PATHS } from '#lib/routes/paths.ts'

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
