import { AMOUNT_WORDS, PAYMENT_STATUS_WORDS } from '#components/payment/messages.ts'
import type { Order } from '#lib/order/order.ts'
import { paymentStatus } from '#lib/payment/payment-status.ts'
import { NUMBERED } from '#lib/payment/methods.ts'
import { openPaymentCode } from '#lib/payment/payment.ts'
import styles from './order-status.module.css'
import { Price } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { orderView } from '#lib/order/order-view.ts'
import { preorderPromise } from '#lib/order/delivery-estimate.ts'
import { orderPath, paymentPath } from '#lib/routes/paths.ts'
import { Picture } from '#components/ui/picture.tsx'
import { formatTime } from '#lib/time/taipei-time.ts'
import { noBreak } from '#lib/text/no-break.ts'
import orderCardStyles from './order-card.module.css'
import type { OrderSummary } from '#lib/order/order-summary.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import { formatPrice } from '#lib/price/format-price.ts'

type StatusFields = Pick<Order, 'status' | 'payment' | 'totalAmount'>

// Payment detail that the order's status does not show.
function finer(order: StatusFields): string | undefined {
  const status = paymentStatus(order)
  const number = status === 'unpaid' ? openPaymentCode(order.payment, new Date()) : undefined
  if (number) return `等待${NUMBERED[number.method]?.act ?? ''}`
  if (status === 'unpaid' || status === 'paid' || status === 'cancelled') return undefined
  const words = PAYMENT_STATUS_WORDS[status]
  const refunded = order.payment?.refundedAmount ?? 0
  if (status !== 'partly-refunded') return words
  const part = takenAmount(order.payment) > 0 ? '部分款項已退或扣回' : words
  return `${part} ${formatPrice(refunded)}／${formatPrice(order.totalAmount)}`
}

/** The order's status, and beside it how the payment stands, where the status does not say it. */
export function OrderStatus({ order }: { order: StatusFields }) {
  const more = finer(order)
  return (
    <span className={styles.status}>
      <span className={styles.text} data-status={order.status}>
        {order.status}
      </span>
      {more === undefined ? null : <span className={styles.finer}>{more}</span>}
    </span>
  )
}

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

const payableCode = (payment: Order['payment'], now = new Date()) => openPaymentCode(payment, now)

/** Leads to the payment of an order; to its payment code where that can be paid, which nobody has to pay twice. */
export function PayLink({ order: { id, payment } }: { order: Pick<Order, 'id' | 'payment'> }) {
  const code = payableCode(payment)
  return code ? (
    <ButtonLink href={paymentPath(id)}>查看{NUMBERED[code.method]?.act ?? ''}資料</ButtonLink>
  ) : (
    <ButtonLink variant="primary" href={paymentPath(id)}>
      前往付款
    </ButtonLink>
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
              {AMOUNT_WORDS[kind]} <Price amount={amount} />
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

/** Orders one under the other, in the order given. */
export function OrderCards({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul className={orderCardStyles.list}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  )
}
