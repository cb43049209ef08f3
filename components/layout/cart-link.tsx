'use client'

import { useCart } from '#components/cart/cart-provider.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { countUnits, lineKey } from '#lib/cart/cart.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { ActiveLink } from './active-link.tsx'
import styles from './cart-link.module.css'

/** The cart with the number of its units; the badge wiggles when this page adds to it. */
export function CartLink({
  className,
  labelled = false,
}: {
  className: string | undefined
  labelled?: boolean
}) {
  const { lines, adds, gone } = useCart()
  const units = countUnits(lines.filter((line) => !gone.has(lineKey(line))))
  return (
    <ActiveLink className={className} href={PATHS.cart} prefetch={false}>
      <span className={styles.icon}>
        <Icon name="cart" />
        {units === 0 ? null : (
          <span
            key={adds}
            className={adds === 0 ? styles.badge : styles.wiggling}
            aria-hidden="true"
          >
            {units}
          </span>
        )}
      </span>
      <span className={labelled ? undefined : 'visually-hidden'}>購物車</span>
      {units === 0 ? null : <span className="visually-hidden">{`，${units} 件`}</span>}
    </ActiveLink>
  )
}
