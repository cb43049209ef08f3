import { placeFact } from '#components/order/order-facts.tsx'
import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { type Fact, FactList } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { fullName } from '#lib/delivery/recipient.ts'
import { orderAddresses } from '#lib/mail/mail.ts'
import type { Order } from '#lib/order/order.ts'
import type { DeliveryPromise, OrderAmount, OrderView } from '#lib/order/order-view.ts'
import { ASK_TO_CANCEL } from '#components/order/messages.ts'
import { linePromise } from '#lib/order/delivery-estimate.ts'
import { USUAL_TITLE } from '#lib/payment/methods.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { orderPath, PATHS } from '#lib/routes/paths.ts'
import { CHANGE_HOURS } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { lineTotal } from '#lib/price/price.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { AMOUNT_WORDS, PAYMENT_MESSAGES } from './messages.ts'
import styles from './order-to-pay.module.css'
import { orderBreakdown } from '#lib/order/order-amounts.ts'
import { orderCancelRight } from '#lib/order/cancel-right-view.ts'

function Facts({ order, facts }: { order: Order; facts: readonly Fact[] }) {
  const all: readonly Fact[] = [
    ['訂單編號', order.orderNumber],
    ...facts,
    ['收件人', fullName(order.recipient)],
    placeFact(order),
  ]
  return <FactList className={styles.facts} facts={all} />
}

function factOf({ kind, amount }: OrderAmount): Fact {
  return [
    AMOUNT_WORDS[kind],
    <span key={kind} className={styles.amount}>
      <Price amount={amount} />
    </span>,
  ]
}

/** The amounts of an order, and where it will go. */
export function PaymentAmounts({
  order,
  amounts,
}: {
  order: Order
  amounts: readonly OrderAmount[]
}) {
  return <Facts order={order} facts={amounts.map(factOf)} />
}

function deliveryFacts(promise: DeliveryPromise | undefined): readonly Fact[] {
  switch (promise?.kind) {
    case undefined:
      return []
    case 'ships':
      return [['出貨', promise.when]]
    case 'parcel':
      return [
        ['物流公司', promise.parcel.carrier],
        ['追蹤編號', promise.parcel.trackingNumber],
      ]
  }
}

function Next({ order }: { order: Order }) {
  const cancelRight = orderCancelRight(order)
  return (
    <section className={styles.next}>
      <h2>接下來</h2>
      <ul>
        <li>
          付款與出貨的通知會寄到 {orderAddresses(order, true).join(' 與 ')}
          {providerTitle(order.payment) === USUAL_TITLE ? '，PayPal 另外會寄收據。' : '。'}
        </li>
        <li>出貨時我們會更新訂單，並附上物流單號。</li>
        <li>
          要修改收件資料{cancelRight === undefined ? '或取消' : ''}，請在訂單成立後 {CHANGE_HOURS}{' '}
          小時內來信{' '}
          <a href={`mailto:${CONTACT_EMAIL}?subject=${order.orderNumber}`}>{CONTACT_EMAIL}</a>。
        </li>
        {cancelRight === undefined ? null : (
          <li>
            {cancelRight}要取消，請在訂單頁按「{ASK_TO_CANCEL}」。
          </li>
        )}
      </ul>
    </section>
  )
}

/** A paid order: what was paid, its parcel or when it ships, where to, and what comes next. */
export function PaidOrder({ order, view }: { order: Order; view: OrderView }) {
  const { promise } = view
  // An order that is paid while its page is open was made as one to pay.
  const amounts = view.canPay
    ? [{ kind: 'paid', amount: order.totalAmount } as const]
    : view.amounts
  return (
    <>
      {promise?.kind === 'parcel' ? null : (
        <Notice kind="success" title={PAYMENT_MESSAGES.success} />
      )}
      <Facts order={order} facts={[...amounts.map(factOf), ...deliveryFacts(promise)]} />
      {promise?.kind === 'ships' ? <Next order={order} /> : null}
      <div className="ways">
        <ButtonLink variant="primary" href={orderPath(order.id)}>
          查看這筆訂單
        </ButtonLink>
        <ButtonLink href={PATHS.orders}>查看我的訂單</ButtonLink>
      </div>
    </>
  )
}

/** The lines of an order, each with when it ships while that is promised, and what they cost. */
export function OrderLines({
  order,
  promise,
}: {
  order: Order
  promise: DeliveryPromise | undefined
}) {
  const together = promise?.kind === 'ships' ? promise.together : undefined
  const cancelRight = orderCancelRight(order)
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
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
      <OrderAmounts price={orderBreakdown(order)} pieces={pieces} />
      {together === undefined ? null : <p className={styles.promise}>{together}</p>}
      {cancelRight === undefined ? null : <p className={styles.promise}>{cancelRight}</p>}
    </section>
  )
}
