'use client'

import { useEffect } from 'react'

import { useCart } from '#components/cart/cart-provider.tsx'
import { takePlacedCart } from '#components/checkout/placed-cart.ts'
import { withoutBought } from '#lib/cart/bought.ts'

/** Takes the lines of an order that was placed in this browser out of its cart, once. */
export function TakePlaced({ id }: { id: string }) {
  const { ready, lines, replace } = useCart()
  useEffect(() => {
    if (!ready) return
    const placed = takePlacedCart(id)
    if (placed.length > 0) replace(withoutBought(lines, placed))
  }, [ready, lines, replace, id])
  return null
}
