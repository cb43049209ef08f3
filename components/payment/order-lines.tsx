import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { orderCancelRight } from '#lib/order/cancel-right-view.ts'
import { linePromise } from '#lib/order/delivery-estimate.ts'
import { orderBreakdown } from '#lib/order/order-amounts.ts'
import type { DeliveryPromise } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { lineTotal } from '#lib/price/price.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './order-to-pay.module.css'

/**
 * The lines of an order and what they cost; with `promise`, also when each ships, and until when the order can be
 * cancelled.
 */
export function OrderLines({
  order,
  promise,
}: {
  order: Order
  promise: DeliveryPromise | undefined
}) {
  const together = promise?.kind === 'ships' ? promise.together : undefined
  const cancelRight = promise === undefined ? undefined : orderCancelRight(order)
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section className={styles.summary} aria-labelledby="order-lines">
      <h2 id="order-lines">訂單內容</h2>
      <ul className={styles.lines}>
        {order.items.map((item) => (
          <li key={`${item.id} ${item.color ?? ''} ${item.size}`}>
            <span>
              {noBreak(item.title)}
              <span className={styles.soft}>
                {`${item.color ?? ''}・${item.size}・${item.quantity} 件`}
              </span>
              {promise?.kind === 'ships' ? (
                <span className={styles.promise}>{linePromise(item, order.items)}</span>
              ) : null}
            </span>
            <Price amount={lineTotal(item)} />
          </li>
        ))}
      </ul>
      <OrderAmounts price={orderBreakdown(order)} units={units} />
      {together === undefined ? null : <p className={styles.promise}>{noBreak(together)}</p>}
      {cancelRight === undefined ? null : <p className={styles.promise}>{noBreak(cancelRight)}</p>}
    </section>
  )
}
