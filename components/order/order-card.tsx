import { AMOUNT_LABELS } from '#components/payment/messages.ts'
import { Price } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { preorderPromise } from '#lib/order/delivery-estimate.ts'
import type { OrderSummary } from '#lib/order/order-summary.ts'
import { orderView } from '#lib/order/order-view.ts'
import { orderPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import orderCardStyles from './order-card.module.css'
import { OrderStatus } from './order-status.tsx'
import { PayLink } from './pay-link.tsx'

function Lines({ items, isPromised }: Pick<OrderSummary, 'items'> & { isPromised: boolean }) {
  return (
    <ul className={orderCardStyles.lines}>
      {items.map((item) => (
        <li key={`${item.id} ${item.color ?? ''} ${item.size}`} className={orderCardStyles.line}>
          <Picture src={item.image} alt="" width={48} height={60} />
          <span>
            {noBreak(item.title)}
            <span className={orderCardStyles.soft}>
              {item.color ? `${item.color}・` : ''}
              {`${item.size}・${item.quantity} 件`}
            </span>
            {isPromised && item.preorder ? (
              <span className={orderCardStyles.promise}>{preorderPromise(item)}</span>
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
    <article className={orderCardStyles.card} aria-label={`訂單 ${order.orderNumber}`}>
      <header className={orderCardStyles.head}>
        <h3 className={orderCardStyles.number}>
          <Link href={orderPath(order.id)} className="figures">
            {order.orderNumber}
          </Link>
        </h3>
        <OrderStatus order={order} />
        <p className={orderCardStyles.soft}>
          <time dateTime={order.createdAt}>{formatTime(new Date(order.createdAt))}</time>
        </p>
      </header>
      <Lines items={order.items} isPromised={promise?.kind === 'ships'} />
      <footer className={orderCardStyles.foot}>
        <p className={orderCardStyles.total}>
          總計 <Price amount={order.totalAmount} />
        </p>
        {amounts.map(({ kind, amount }) =>
          kind === 'refunded' || kind === 'taken' || kind === 'refunding' ? (
            <p key={kind} className={orderCardStyles.soft}>
              {AMOUNT_LABELS[kind]} <Price amount={amount} />
            </p>
          ) : null,
        )}
        {promise?.kind === 'parcel' ? (
          <p className={orderCardStyles.soft}>
            {promise.parcel.carrier} 追蹤編號{' '}
            <span className="figures">{promise.parcel.trackingNumber}</span>
          </p>
        ) : null}
        {canPay ? <PayLink order={order} /> : null}
        <ButtonLink href={orderPath(order.id)}>查看訂單</ButtonLink>
      </footer>
    </article>
  )
}
