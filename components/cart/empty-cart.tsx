import { ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/site/paths.ts'

import styles from './cart-view.module.css'
import { CART_MESSAGES } from './messages.ts'

/** The empty cart and the way to the shop. */
export function EmptyCart() {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{CART_MESSAGES.empty}</p>
      <p className={styles.soft}>挑一件白 T 恤，從這裡開始。</p>
      <ButtonLink href={PATHS.shop} variant="primary">
        去看看商品
      </ButtonLink>
    </div>
  )
}
