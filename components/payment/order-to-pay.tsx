import type { ReactNode } from 'react'

import { placeFact } from '#components/order/order-facts.tsx'
import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type Order, orderShipping } from '#lib/order/order.ts'
import { linePromise, orderPromise, shipsWhen } from '#lib/order/ship-promise.ts'
import { isPayable, methodOf, paymentStatus } from '#lib/payment/payment-status.ts'
import { orderPath } from '#lib/site/paths.ts'
import { CHANGE_HOURS, CONTACT_EMAIL } from '#lib/site/site.ts'
import { unbroken } from '#lib/site/unbroken.ts'

import { PAYMENT_MESSAGES } from './messages.ts'
import styles from './order-to-pay.module.css'

type Fact = readonly [name: string, value: ReactNode]

function Facts({ order, facts }: { order: Order; facts: readonly Fact[] }) {
  const { lastName, firstName } = order.recipient
  const all: readonly Fact[] = [
    ['訂單編號', order.orderId],
    ...facts,
    ['收件人', `${lastName}${firstName}`],
    placeFact(order),
  ]
  return (
    <dl className={styles.facts}>
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Amount({ order }: { order: Order }) {
  return (
    <span className={styles.amount}>
      <Price amount={order.totalAmount} />
    </span>
  )
}

/** Lines, amount and delivery place of the order to pay. */
export function OrderToPay({ order }: { order: Order }) {
  const name = isPayable(paymentStatus(order)) ? '應付金額' : '訂單金額'
  return <Facts order={order} facts={[[name, <Amount key="amount" order={order} />]]} />
}

/** A paid order: what was paid, when it ships and where to, and what comes next. */
export function PaidOrder({ order }: { order: Order }) {
  return (
    <>
      <Notice kind="success" title={PAYMENT_MESSAGES.success} />
      <Facts
        order={order}
        facts={[
          ['已付', <Amount key="amount" order={order} />],
          ['出貨', shipsWhen(order.items)],
        ]}
      />
      <section className={styles.next}>
        <h2>接下來</h2>
        <ul>
          <li>
            付款與出貨的通知會寄到 {order.email || order.recipient.email}
            {methodOf(order.payment) === 'line-pay' ? '。' : '，PayPal 另外會寄收據。'}
          </li>
          <li>出貨時我們會更新訂單，並附上物流單號。</li>
          <li>
            要修改收件資料或取消，請在訂單成立後 {CHANGE_HOURS} 小時內來信{' '}
            <a href={`mailto:${CONTACT_EMAIL}?subject=${order.orderId}`}>{CONTACT_EMAIL}</a>。
          </li>
        </ul>
      </section>
      <div className="ways">
        <ButtonLink variant="primary" href={orderPath(order.id)}>
          查看這筆訂單
        </ButtonLink>
        <ButtonLink href="/account/orders">查看我的訂單</ButtonLink>
      </div>
    </>
  )
}

/** The lines of an order, each with when it ships, and what they cost. */
export function OrderLines({ order }: { order: Order }) {
  const shipping = orderShipping(order)
  const lines = order.totalAmount - shipping
  const promise = orderPromise(order.items)
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section className={styles.summary} aria-labelledby="order-lines">
      <h2 id="order-lines">訂單內容</h2>
      <ul className={styles.lines}>
        {order.items.map((item) => (
          <li key={`${item.id} ${item.color ?? ''} ${item.size}`}>
            <span>
              {unbroken(item.title)}
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
  )
}
