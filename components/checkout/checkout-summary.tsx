import type { ReactNode } from 'react'

import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { IntentLink } from '#components/ui/intent-link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { type CartLine, countPieces, lineKey } from '#lib/cart/cart.ts'
import { lineTotal, priceBreakdown } from '#lib/price/price.ts'
import { PATHS } from '#lib/site/paths.ts'

import styles from './checkout-summary.module.css'

/** What is bought and what it costs, with what follows below it. */
export function CheckoutSummary({
  lines,
  children,
}: {
  lines: readonly CartLine[]
  children: ReactNode
}) {
  return (
    <section className={styles.summary} aria-labelledby="checkout-summary">
      <div className={styles.head}>
        <h2 id="checkout-summary">訂單內容</h2>
        <IntentLink href={PATHS.cart} prefetch={false}>
          修改購物車
        </IntentLink>
      </div>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={lineKey(line)} className={styles.line}>
            <Picture src={line.image} alt="" width={64} height={80} sizes="64px" />
            <div>
              <p className={styles.title}>{line.title}</p>
              <p className={styles.soft}>
                {line.color}・{line.size}・{line.quantity} 件
              </p>
            </div>
            <Price amount={lineTotal(line)} />
          </li>
        ))}
      </ul>
      <OrderAmounts price={priceBreakdown(lines)} pieces={countPieces(lines)} />
      {children}
    </section>
  )
}
