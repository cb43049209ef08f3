import { AMOUNT_WORDS } from '#components/payment/messages.ts'
import { Price } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { OrderSummary } from '#lib/order/order.ts'
import { orderView } from '#lib/order/view.ts'
import { preorderPromise } from '#lib/order/promises.ts'
import { orderPath, paymentPath } from '#lib/routes/paths.ts'
import { pictureUrl } from '#lib/content/pictures.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { noBreak } from '#lib/text/no-break.ts'

import styles from './order-card.module.css'
import { OrderStatus } from './order-status.tsx'

function Lines({ items, isPromised }: Pick<OrderSummary, 'items'> & { isPromised: boolean }) {
  return (
    <ul className={styles.lines}>
      {items.map((item) => (
        <li key={`${item.id} ${item.color ?? ''} ${item.size}`} className={styles.line}>
          <picture>
            <img
              src={pictureUrl(item.image, 96)}
              srcSet={`${pictureUrl(item.image, 96)} 1x, ${pictureUrl(item.image, 192)} 2x`}
              alt=""
              width={48}
              height={60}
              loading="lazy"
            />
          </picture>
          <span>
            {noBreak(item.title)}
            <span className={styles.soft}>
              {item.color ? `${item.color}・` : ''}
              {`${item.size}・${item.quantity} 件`}
            </span>
            {isPromised && item.preorder ? (
              <span className={styles.promise}>{preorderPromise(item)}</span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** One order in a list: number, time, status, lines, total, and the way to pay it while it is unpaid. */
export function OrderCard({ order }: { order: OrderSummary }) {
  const { amounts, promise, canPay } = orderView(order)
  return (
    <article className={styles.card} aria-label={`訂單 ${order.orderNumber}`}>
      <header className={styles.head}>
        <h3 className={styles.number}>
          <Link href={orderPath(order.id)} className="figures">
            {order.orderNumber}
          </Link>
        </h3>
        <OrderStatus order={order} />
        <p className={styles.soft}>
          <time dateTime={order.createdAt}>{formatTime(new Date(order.createdAt))}</time>
        </p>
      </header>
      <Lines items={order.items} isPromised={promise?.kind === 'ships'} />
      <footer className={styles.foot}>
        <p className={styles.total}>
          總計 <Price amount={order.totalAmount} />
        </p>
        {amounts.map(({ kind, amount }) =>
          kind === 'refunded' || kind === 'taken' || kind === 'refunding' ? (
            <p key={kind} className={styles.soft}>
              {AMOUNT_WORDS[kind]} <Price amount={amount} />
            </p>
          ) : null,
        )}
        {promise?.kind === 'parcel' ? (
          <p className={styles.soft}>
            {promise.parcel.carrier} 追蹤編號{' '}
            <span className="figures">{promise.parcel.trackingNumber}</span>
          </p>
        ) : null}
        {canPay ? (
          <ButtonLink variant="primary" href={paymentPath(order.id)}>
            前往付款
          </ButtonLink>
        ) : null}
        <ButtonLink href={orderPath(order.id)}>查看訂單</ButtonLink>
      </footer>
    </article>
  )
}

/** Orders one under the other, in the order given. */
export function OrderCards({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul className={styles.list}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  )
}
