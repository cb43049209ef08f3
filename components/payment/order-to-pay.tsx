import type { ReactNode } from 'react'

import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { type Order, orderShipping } from '#lib/order/order.ts'
import { linePromise, orderPromise } from '#lib/order/ship-promise.ts'

import styles from './order-to-pay.module.css'

/** What is paid: number and amount first, then the lines; the payment itself stands beside it. */
export function OrderToPay({ order, children }: { order: Order; children: ReactNode }) {
  const shipping = orderShipping(order)
  const lines = order.totalAmount - shipping
  const promise = orderPromise(order.items)
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className={styles.columns}>
      <section className={styles.payment} aria-label="付款">
        <dl className={styles.facts}>
          <div>
            <dt>訂單編號</dt>
            <dd>{order.orderId}</dd>
          </div>
          <div>
            <dt>應付金額</dt>
            <dd className={styles.amount}>
              <Price amount={order.totalAmount} />
            </dd>
          </div>
        </dl>
        {children}
      </section>
      <section className={styles.summary} aria-labelledby="order-lines">
        <h2 id="order-lines">訂單內容</h2>
        <ul className={styles.lines}>
          {order.items.map((item) => (
            <li key={`${item.id} ${item.color ?? ''} ${item.size}`}>
              <span>
                {item.title}
                <span className={styles.soft}>
                  {item.color}・{item.size}・{item.quantity} 件
                </span>
                <span className={styles.promise}>{linePromise(item, order.items)}</span>
              </span>
              <Price amount={item.price * item.quantity} />
            </li>
          ))}
        </ul>
        <OrderAmounts price={{ lines, shipping, total: order.totalAmount }} pieces={pieces} />
        {promise === undefined ? null : <p className={styles.promise}>{promise}</p>}
      </section>
    </div>
  )
}
