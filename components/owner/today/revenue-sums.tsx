import styles from '#components/owner/owner.module.css'
import { Price } from '#components/price/price.tsx'
import type { MovementSums } from '#lib/ledger/entries.ts'

export function RevenueSums({ title, sums }: { title: string; sums: MovementSums }) {
  const { sales, sold, returnedMoney } = sums
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>
          <Price amount={sold - returnedMoney} />
        </strong>
        <span className={styles.soft}>
          {sales} 筆收款 <Price amount={sold} />
          {returnedMoney > 0 ? (
            <>
              ，退款 <Price amount={returnedMoney} />
            </>
          ) : null}
        </span>
      </dd>
    </div>
  )
}
