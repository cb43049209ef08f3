import type { PriceBreakdown } from '#lib/price/price.ts'

import styles from './order-amounts.module.css'
import { Price } from './price.tsx'

/** Lines, delivery and total of an order. */
export function OrderAmounts({ price, pieces }: { price: PriceBreakdown; pieces: number }) {
  return (
    <dl className={styles.amounts}>
      <div>
        <dt>{`商品小計（${pieces} 件）`}</dt>
        <dd>
          <Price amount={price.lines} />
        </dd>
      </div>
      <div>
        <dt>運費</dt>
        <dd>{price.shipping === 0 ? '免運費' : <Price amount={price.shipping} />}</dd>
      </div>
      <div className={styles.total}>
        <dt>總計</dt>
        <dd>
          <Price amount={price.total} />
        </dd>
      </div>
    </dl>
  )
}
