import type { PriceBreakdown } from '#lib/price/price.ts'
import { reductionName } from '#lib/price/reduction-labels.ts'
import styles from './order-amounts.module.css'
import { Price, ReductionAmount } from './price.tsx'

/** Lines, what was taken off, delivery and total of an order. */
export function OrderAmounts({ price, units }: { price: PriceBreakdown; units: number }) {
  return (
    <dl className={styles.amounts}>
      <div>
        <dt>{`商品小計（${units} 件）`}</dt>
        <dd>
          <Price amount={price.lines} />
        </dd>
      </div>
      {price.reductions.map((reduction) => (
        <div key={`${reduction.kind} ${reduction.name}`}>
          <dt>{reductionName(reduction)}</dt>
          <dd>
            <ReductionAmount reduction={reduction} />
          </dd>
        </div>
      ))}
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
