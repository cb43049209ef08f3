import { PrintButton } from '#components/order/print-button.tsx'
import { SHIPPING_WORDS } from '#components/order/messages.ts'
import type { Order } from '#lib/order/order.ts'
import { destination } from '#lib/owner/order-text.ts'
import { BRAND, CONTACT_EMAIL } from '#lib/site/site.ts'
import { formatDay } from '#lib/site/taipei-time.ts'

import styles from './slips.module.css'

function Slip({ order }: { order: Order }) {
  const { recipient, items } = order
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className={styles.slip} aria-label={`出貨單 ${order.orderId}`}>
      <header>
        <p className={styles.brand}>{BRAND} 出貨單</p>
        <h2 className="figures">{order.orderId}</h2>
        <p>下單日 {formatDay(new Date(order.createdAt))}</p>
      </header>
      <address>
        <strong>
          {recipient.lastName}
          {recipient.firstName}
        </strong>
        <span className="figures">{recipient.phone}</span>
        <span>
          {SHIPPING_WORDS[order.shippingMethod]}　{destination(order)}
        </span>
      </address>
      <table>
        <caption className="visually-hidden">商品</caption>
        <thead>
          <tr>
            <th scope="col">商品</th>
            <th scope="col">尺寸</th>
            <th scope="col">數量</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, title, color, size, quantity }) => (
            <tr key={`${id} ${color ?? ''} ${size}`}>
              <th scope="row">
                {title}
                {color === undefined ? '' : `・${color}`}
              </th>
              <td>{size}</td>
              <td className="figures">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>共 {pieces} 件</p>
      {recipient.note === '' ? null : <p className={styles.note}>備註：{recipient.note}</p>}
      <footer>謝謝您的訂購。商品有任何問題，請來信 {CONTACT_EMAIL}</footer>
    </article>
  )
}

/** The packing slips of these orders, one on each sheet of paper. */
export function SlipsView({
  orders,
  missing,
}: {
  orders: readonly Order[]
  missing: readonly string[]
}) {
  return (
    <>
      <div className={styles.tools}>
        <PrintButton label={`列印 ${orders.length} 張`} />
        {missing.length === 0 ? null : <p role="alert">找不到：{missing.join('、')}</p>}
      </div>
      {orders.map((order) => (
        <Slip key={order.id} order={order} />
      ))}
    </>
  )
}
