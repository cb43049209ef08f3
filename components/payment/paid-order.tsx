import type { ReactNode } from 'react'

import { CANCELLATION_REQUEST_LABEL } from '#components/order/messages.ts'
import { placeFact } from '#components/order/parcel-facts.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { type Fact, FactList } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { CHANGE_HOURS } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { fullName } from '#lib/delivery/recipient.ts'
import { orderAddresses } from '#lib/mail/mail.ts'
import { orderCancelRight } from '#lib/order/cancel-right-view.ts'
import { linePromise } from '#lib/order/delivery-estimate.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { DeliveryPromise, OrderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { USUAL_TITLE } from '#lib/payment/method-titles.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { orderPath, PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { PAYMENT_MESSAGES } from './messages.ts'
import facts from './order-to-pay.module.css'
import styles from './paid-order.module.css'
import { amountFact } from './payment-amounts.tsx'

function deliveryFacts(promise: DeliveryPromise | undefined): readonly Fact[] {
  return promise?.kind === 'parcel'
    ? [
        ['物流公司', promise.parcel.carrier],
        ['追蹤編號', promise.parcel.trackingNumber],
      ]
    : []
}

// What was bought, each with its size and color and when it comes.
function Bought({ items, isPromised }: { items: readonly OrderItem[]; isPromised: boolean }) {
  return (
    <ul className={styles.bought}>
      {items.map((item) => (
        <li key={`${item.id} ${item.color ?? ''} ${item.size}`}>
          <Picture src={item.image} alt="" width={144} height={180} />
          <div>
            <h2 className="as-text">{noBreak(item.title)}</h2>
            <p>
              {item.color ? `${item.color}・` : ''}
              {item.size}
              {item.quantity > 1 ? `・${item.quantity} 件` : ''}
            </p>
            {isPromised ? <p className={styles.when}>{linePromise(item, items)}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Next({ order }: { order: Order }) {
  const cancelRight = orderCancelRight(order)
  return (
    <section className={facts.next}>
      <h2>接下來</h2>
      <ul>
        <li>
          付款與出貨的通知會寄到 {orderAddresses(order, true).join(' 與 ')}
          {providerTitle(order.payment) === USUAL_TITLE ? '，PayPal 另外會寄收據。' : '。'}
        </li>
        <li>
          出貨時會更新訂單並附上物流單號，隨時可以到<Link href={PATHS.orders}>我的訂單</Link>查看。
        </li>
        <li>
          若要修改收件資料{cancelRight === undefined ? '或取消' : ''}
          {noBreak(`，請在訂單成立後 ${CHANGE_HOURS} 小時內來信 `)}
          <a href={`mailto:${CONTACT_EMAIL}?subject=${order.orderNumber}`}>{CONTACT_EMAIL}</a>。
        </li>
        {cancelRight === undefined ? null : (
          <li>
            {noBreak(cancelRight)}若要取消，請在訂單頁按「{CANCELLATION_REQUEST_LABEL}」。
          </li>
        )}
      </ul>
    </section>
  )
}

/** A paid order: the shirt and when it comes, the half to draw meanwhile, then what was paid and where it goes, and what comes next. */
export function PaidOrder({
  order,
  view,
  half,
}: {
  order: Order
  view: OrderView
  half: ReactNode
}) {
  const { promise } = view
  // An order that is paid while its page is open was made as one to pay.
  const amounts = view.canPay
    ? [{ kind: 'paid', amount: order.totalAmount } as const]
    : view.amounts
  const isParcel = promise?.kind === 'parcel'
  return (
    <>
      {isParcel ? null : <Notice kind="success" title={PAYMENT_MESSAGES.success} />}
      <Bought items={order.items} isPromised={promise?.kind === 'ships'} />
      {promise?.kind === 'ships' && promise.together !== undefined ? (
        <p>{noBreak(promise.together)}</p>
      ) : null}
      {half}
      <FactList
        className={facts.facts}
        facts={[
          ...amounts.map(amountFact),
          ...deliveryFacts(promise),
          ['收件人', fullName(order.recipient)],
          placeFact(order),
          ['訂單編號', order.orderNumber],
        ]}
      />
      {promise?.kind === 'ships' ? <Next order={order} /> : null}
      <div className="ways">
        <ButtonLink variant="primary" href={orderPath(order.id)}>
          查看這筆訂單
        </ButtonLink>
      </div>
    </>
  )
}
