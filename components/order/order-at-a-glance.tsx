import { Fragment } from 'react'

import { AMOUNT_LABELS } from '#components/payment/messages.ts'
import { Price, ReducedPrice, ReductionAmount } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { isCancellationRequested, orderCancelRight } from '#lib/order/cancel-right-view.ts'
import { preorderPromise } from '#lib/order/delivery-estimate.ts'
import { orderBreakdown, removedAmount } from '#lib/order/order-amounts.ts'
import { type AmountKind, type OrderView, orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { lineTotal } from '#lib/price/price.ts'
import { reductionName } from '#lib/price/reduction-labels.ts'
import { orderPath, paymentPath, productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { CANCEL_REQUEST_MESSAGES, FRAUD_NOTICE, MAILED_ORDER_TERMS } from './messages.ts'
import styles from './order-detail.module.css'
import { OrderStatus } from './order-status.tsx'
import { ParcelFacts } from './parcel-facts.tsx'

export function Items({ order, isPromised }: { order: Order; isPromised: boolean }) {
  return (
    <table className={styles.items}>
      <caption className="visually-hidden">訂購商品</caption>
      <thead>
        <tr>
          <th scope="col">商品</th>
          <th scope="col">單價</th>
          <th scope="col">數量</th>
          <th scope="col">小計</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={`${item.id} ${item.color ?? ''} ${item.size}`}>
            <th scope="row">
              <Picture src={item.image} alt="" width={64} height={80} frame={styles.picture} />
              <Link href={productPath(item.id)}>{noBreak(item.title)}</Link>
              <span className={styles.soft}>
                {item.color ? `${item.color}・` : ''}
                {item.size}
              </span>
              {isPromised && item.preorder ? (
                <span className={styles.promise}>{preorderPromise(item)}</span>
              ) : null}
            </th>
            <td data-label="單價">
              <ReducedPrice amount={item.price} usual={item.usualPrice} />
            </td>
            <td data-label="數量" className="figures">
              {item.quantity}
            </td>
            <td data-label="小計">
              <Price amount={lineTotal(item)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isTotal = (kind: AmountKind) => kind === 'total' || kind === 'due' || kind === 'paid'

export function Amounts({ order, view }: { order: Order; view: OrderView }) {
  const { lines, reductions, shipping } = orderBreakdown(order)
  const removed = removedAmount(order)
  return (
    <dl className={styles.amounts}>
      <dt>商品小計</dt>
      <dd>
        <Price amount={lines} />
      </dd>
      {removed === 0 ? null : (
        <>
          <dt>其中少訂的</dt>
          <dd>
            <Price amount={removed} />
          </dd>
        </>
      )}
      {reductions.map((reduction) => (
        <Fragment key={`${reduction.kind} ${reduction.name}`}>
          <dt>{reductionName(reduction)}</dt>
          <dd>
            <ReductionAmount reduction={reduction} />
          </dd>
        </Fragment>
      ))}
      <dt>運費</dt>
      <dd>{shipping === 0 ? '免運費' : <Price amount={shipping} />}</dd>
      <dt className={styles.total}>總計</dt>
      <dd className={styles.total}>
        <Price amount={order.totalAmount} />
      </dd>
      {view.amounts
        // The whole sum, due or paid, is the total in the row above; the status says which.
        .filter(({ kind, amount }) => !isTotal(kind) || amount !== order.totalAmount)
        .map(({ kind, amount }) => (
          <Fragment key={kind}>
            <dt>{AMOUNT_LABELS[kind]}</dt>
            <dd>
              <Price amount={amount} />
            </dd>
          </Fragment>
        ))}
    </dl>
  )
}

export function OrderHead({ order }: { order: Order }) {
  return (
    <header className={styles.head}>
      <h2 className="figures as-text">{order.orderNumber}</h2>
      <OrderStatus order={order} />
      <p className={styles.soft}>
        下單時間 <time dateTime={order.createdAt}>{formatTime(new Date(order.createdAt))}</time>
      </p>
    </header>
  )
}

// The right to cancel, or that it was used.
export function CancelTerms({ order }: { order: Order }) {
  const right = orderCancelRight(order)
  const words = isCancellationRequested(order) ? CANCEL_REQUEST_MESSAGES.asked : right
  return words === undefined ? null : <p className={styles.promise}>{noBreak(words)}</p>
}

/**
 * One order as its mails' signed link shows it: what was ordered and how it stands, without name,
 * address or telephone. What changes it needs the account.
 */
export function OrderAtAGlance({ order }: { order: Order }) {
  const view = orderView(order)
  const { promise } = view
  return (
    <article className={styles.order}>
      <OrderHead order={order} />
      <Items order={order} isPromised={promise?.kind === 'ships'} />
      <Amounts order={order} view={view} />
      {promise?.kind === 'ships' && promise.together !== undefined ? (
        <p className={styles.promise}>{noBreak(promise.together)}</p>
      ) : null}
      <CancelTerms order={order} />
      <ParcelFacts order={order} />
      <p className={styles.soft}>{MAILED_ORDER_TERMS}</p>
      <p className={styles.soft}>{FRAUD_NOTICE}</p>
      <footer className={styles.tools}>
        <ButtonLink
          variant="primary"
          prefetch={false}
          href={view.canPay ? paymentPath(order.id) : orderPath(order.id)}
        >
          {view.canPay ? '登入並付款' : '登入看完整訂單'}
        </ButtonLink>
      </footer>
    </article>
  )
}
