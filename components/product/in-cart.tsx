'use client'

import type { ReactNode } from 'react'

import { ButtonLink } from '#components/ui/button.tsx'
import { IntentLink } from '#components/ui/intent-link.tsx'
import { useCart } from '#components/cart/cart-provider.tsx'
import { countPieces } from '#lib/cart/cart.ts'
import { PATHS } from '#lib/site/paths.ts'

/** How many of this product are in the cart already, and the way there; its children while there are none. */
export function InCart({
  id,
  isShort = false,
  children = null,
}: {
  id: string
  isShort?: boolean
  children?: ReactNode
}) {
  const { lines } = useCart()
  const pieces = countPieces(lines.filter((line) => line.id === id))
  if (pieces === 0) return children
  return isShort ? (
    <IntentLink href={PATHS.cart}>購物車有 {pieces} 件，去結帳</IntentLink>
  ) : (
    <ButtonLink fullWidth href={PATHS.cart}>
      前往購物車（這款 {pieces} 件）
    </ButtonLink>
  )
}
