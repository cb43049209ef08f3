import type { ReactNode } from 'react'

import { ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/site/paths.ts'

import styles from './cart-view.module.css'
import { CART_MESSAGES } from './messages.ts'

/** The empty cart, the way to the shop, and a shirt that can be had. */
export function EmptyCart({ suggestion }: { suggestion: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{CART_MESSAGES.empty}</p>
      <p className={styles.soft}>挑一件白 T 恤，從這裡開始。</p>
      <ButtonLink href={PATHS.shop} variant="primary">
        去看看商品
      </ButtonLink>
      <div className={styles.suggestion}>{suggestion}</div>
    </div>
  )
}
