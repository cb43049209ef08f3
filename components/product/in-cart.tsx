'use client'

import { IntentLink } from '#components/ui/intent-link.tsx'
import { useCart } from '#components/cart/cart-provider.tsx'
import { countPieces } from '#lib/cart/cart.ts'
import { PATHS } from '#lib/site/paths.ts'

import styles from './buy-form.module.css'

/** How many of this product are in the cart already, and the way there. */
export function InCart({ id }: { id: string }) {
  const { lines } = useCart()
  const pieces = countPieces(lines.filter((line) => line.id === id))
  if (pieces === 0) return null
  return (
    <p className={styles.hint}>
      購物車裡有 {pieces} 件這款 T 恤。
      <IntentLink className={styles.toCart} href={PATHS.cart}>
        前往購物車
      </IntentLink>
    </p>
  )
}
