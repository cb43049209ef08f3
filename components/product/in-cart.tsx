'use client'

import type { ReactNode } from 'react'

import { useCart } from '#components/cart/cart-provider.tsx'
import { lineWords } from '#components/cart/messages.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { useCheckoutPath } from '#components/account/use-signed-in.ts'
import { Link } from '#components/ui/link.tsx'
import { type CartLine, countPieces } from '#lib/cart/cart.ts'
import { PATHS } from '#lib/routes/paths.ts'

import styles from './buy-form.module.css'

// One line is named; of several the pieces are counted.
function inCartWords(lines: readonly CartLine[]): string {
  const [only, ...others] = lines
  return only && others.length === 0 ? lineWords(only) : `這款 ${countPieces(lines)} 件`
}

/** Shows this product's pieces in the cart and a link to it; `children` when there are none. */
export default function InCart({
  id,
  isShort = false,
  children = null,
}: {
  id: string
  isShort?: boolean
  children?: ReactNode
}) {
  const cart = useCart()
  const checkout = useCheckoutPath()
  const lines = cart.lines.filter((line) => line.id === id)
  if (lines.length === 0) return children
  return isShort ? (
    <Link href={PATHS.cart}>{`購物車有 ${countPieces(lines)} 件，去結帳`}</Link>
  ) : (
    <div className={styles.onward}>
      <ButtonLink fullWidth href={checkout} prefetch={false}>
        前往結帳
      </ButtonLink>
      <ButtonLink fullWidth href={PATHS.cart}>
        {`前往購物車（${inCartWords(lines)}）`}
      </ButtonLink>
    </div>
  )
}
