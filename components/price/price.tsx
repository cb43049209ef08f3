import { formatPrice, type Reduction, type PriceBreakdown } from '#lib/price/price.ts'
import { reductionText, reductionName } from '#lib/price/offer.ts'
import styles from './order-amounts.module.css'

/** An amount in TWD, its figures of equal width. */
export function Price({ amount }: { amount: number }) {
  return <span className="figures">{formatPrice(amount)}</span>
}

/** How much a code or an offer took off, its figures of equal width. */
export function ReductionAmount({ reduction }: { reduction: Reduction }) {
  return <span className="figures">{reductionText(reduction)}</span>
}

/** Current price, with the usual price struck through. */
export function ReducedPrice({ amount, usual }: { amount: number; usual: number | undefined }) {
  if (usual === undefined) return <Price amount={amount} />
  return (
    <>
      <span className="visually-hidden">原價</span>{' '}
      <s className="usual-price">
        <Price amount={usual} />
      </s>{' '}
      <span className="visually-hidden">優惠價</span> <Price amount={amount} />
    </>
  )
}

// Rows of what was taken off.
function ReductionRows({ reductions }: Pick<PriceBreakdown, 'reductions'>) {
  return reductions.map((one) => (
    <div key={`${one.kind} ${one.name}`}>
      <dt>{reductionName(one)}</dt>
      <dd>
        <ReductionAmount reduction={one} />
      </dd>
    </div>
  ))
}

/** Lines, what was taken off, delivery and total of an order. */
export function OrderAmounts({ price, pieces }: { price: PriceBreakdown; pieces: number }) {
  return (
    <dl className={styles.amounts}>
      <div>
        <dt>{`商品小計（${pieces} 件）`}</dt>
        <dd>
          <Price amount={price.lines} />
        </dd>
      </div>
      <ReductionRows reductions={price.reductions} />
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
