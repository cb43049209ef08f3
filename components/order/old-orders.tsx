import { Price } from '#components/price/price.tsx'
import type { StoredOldOrder } from '#lib/moving/moving.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

import styles from './order-list.module.css'

/**
 * A member's orders of the shop before this one, to read only. No name, telephone or note: an address may have had
 * another owner.
 */
export function OldOrders({ orders }: { orders: readonly StoredOldOrder[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="old-orders" className={styles.old}>
      <h3 id="old-orders">舊訂單</h3>
      <p>從我們之前的商店搬來，只供查看；有問題請來信。</p>
      <ul>
        {orders.map(({ number, placedOn, total, goods, state }) => (
          <li key={number}>
            <p>
              <span className="figures">{number}</span>　{formatDay(placedOn)}　
              <Price amount={total} />
              {state === '' ? '' : `　${state}`}
            </p>
            {goods === '' ? null : <p>{goods}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
