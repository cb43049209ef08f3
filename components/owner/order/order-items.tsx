import styles from '#components/owner/owner.module.css'
import { AMOUNT_LABELS } from '#components/payment/messages.ts'
import { Price, ReducedPrice, ReductionAmount } from '#components/price/price.tsx'
import { preorderPromise } from '#lib/order/delivery-estimate.ts'
import { orderBreakdown } from '#lib/order/order-amounts.ts'
import { orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { ownerReductionName } from '#lib/price/reduction-labels.ts'

export function OrderItems({ order }: { order: Order }) {
  const { amounts, promise } = orderView(order)
  const { shipping, reductions } = orderBreakdown(order)
  return (
    <section className={styles.section}>
      <h2>商品</h2>
      <ul className={styles.items}>
        {order.items.map(({ id, title, color, size, quantity, price, usualPrice, preorder }) => (
          <li key={`${id} ${color ?? ''} ${size}`}>
            <span>
              {title}・{[color, size].filter(Boolean).join(' ')}　×{quantity}
              {preorder === undefined ? null : (
                <span className={styles.soft}>
                  {promise?.kind === 'ships' ? preorderPromise({ preorder }) : '預購'}
                </span>
              )}
            </span>
            <ReducedPrice
              amount={price * quantity}
              usual={usualPrice === undefined ? undefined : usualPrice * quantity}
            />
          </li>
        ))}
        {order.removed?.map(({ id, title, color, size, quantity, price }) => (
          <li key={`removed ${id} ${color ?? ''} ${size}`} className={styles.soft}>
            <span>
              少訂：{title}・{[color, size].filter(Boolean).join(' ')}　×{quantity}
            </span>
            <Price amount={price * quantity} />
          </li>
        ))}
        {reductions.map((reduction) => (
          <li key={`${reduction.kind} ${reduction.name}`} className={styles.soft}>
            <span>{ownerReductionName(reduction)}</span>
            <ReductionAmount reduction={reduction} />
          </li>
        ))}
        <li className={styles.soft}>
          <span>運費</span>
          <Price amount={shipping} />
        </li>
        <li>
          <strong>總計</strong>
          <strong>
            <Price amount={order.totalAmount} />
          </strong>
        </li>
        {amounts
          .filter(({ kind }) => kind !== 'total')
          .map(({ kind, amount }) => (
            <li key={kind} className={styles.soft}>
              <span>{AMOUNT_LABELS[kind]}</span>
              <Price amount={amount} />
            </li>
          ))}
      </ul>
    </section>
  )
}
