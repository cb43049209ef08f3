import type { ReactNode } from 'react'

import { PaymentCodePanel } from '#components/payment/payment-code-panel.tsx'
import { ProviderUnavailable } from '#components/payment/provider-unavailable.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { CartLine } from '#lib/cart/cart.ts'
import type { SizeChoice } from '#lib/inventory/exchange-stock.ts'
import type { BankAccountLink } from '#lib/mail/mailed-links.ts'
import { canRequestCancellation } from '#lib/order/cancel-right-view.ts'
import { orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { codeAttempt } from '#lib/payment/payment.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { BuyAgain } from './buy-again.tsx'
import { type CancelAction, CancelOrder } from './cancel-order.tsx'
import { FRAUD_NOTICE } from './messages.ts'
import { Amounts, CancelTerms, Items, OrderHead } from './order-at-a-glance.tsx'
import styles from './order-detail.module.css'
import { OrderFacts } from './order-facts.tsx'
import { OrderReturns } from './order-returns.tsx'
import { PayLink } from './pay-link.tsx'
import { reservationNote, payBefore } from './payment-text.ts'
import { PrintButton } from './print-button.tsx'
import { type RequestCancellation, CancelRequest } from './request-cancellation.tsx'
import type { RequestReturn } from './return-form.tsx'

// A transfer or a store's payment has no way back but to an account that its buyer names.
function BankAccountRequested({ ask }: { ask: BankAccountLink }) {
  const isGiven = ask.accountAt !== undefined
  return (
    <Notice
      title={
        isGiven
          ? `收到退款帳戶，準備匯 ${formatPrice(ask.amount)} 給您`
          : `請填寫退款帳戶：${formatPrice(ask.amount)} 要匯到哪裡？`
      }
    >
      <p>
        {isGiven
          ? '匯出後會寄信通知您。若填錯，可以再填一次。'
          : '這筆款項無法原路退回，要匯到您的帳戶，不收費用。'}
      </p>
      <p>
        <ButtonLink variant={isGiven ? 'secondary' : 'primary'} prefetch={false} href={ask.path}>
          {isGiven ? '更改退款帳戶' : '填寫退款帳戶'}
        </ButtonLink>
      </p>
    </Notice>
  )
}

/** One order as its member sees it, on the screen and on paper. */
export function OrderDetail({
  order,
  unanswered,
  again,
  asks,
  sizes,
  half,
  cancel,
  requestReturn,
  requestCancellation,
}: {
  order: Order
  /** The half that its buyer draws for it. */
  half: ReactNode
  /** The provider that tells nothing of its payment now. */
  unanswered: string | undefined
  /** Lines that can be bought again, at current prices. */
  again: readonly CartLine[]
  /** The refunds by transfer that wait for the buyer's account, each with its page. */
  asks: readonly BankAccountLink[]
  /** The sizes for which units of each item can be exchanged. */
  sizes: readonly (readonly SizeChoice[])[]
  cancel: CancelAction
  requestReturn: RequestReturn
  requestCancellation: RequestCancellation
}) {
  const view = orderView(order)
  const before = payBefore(order)
  const reservation = reservationNote(order)
  const promise = view.promise?.kind === 'ships' ? view.promise : undefined
  return (
    <article className={styles.order}>
      <OrderHead order={order} />
      {view.canPay ? (
        <div className={styles.due}>
          <ProviderUnavailable name={unanswered} />
          <PaymentCodePanel order={order} />
          {before === undefined ? null : <p>{noBreak(before)}</p>}
          {reservation === undefined ? null : <p>{noBreak(reservation)}</p>}
          <PayLink order={order} />
        </div>
      ) : null}
      {asks.map((ask) => (
        <BankAccountRequested key={ask.number} ask={ask} />
      ))}
      <Items order={order} isPromised={promise !== undefined} />
      <Amounts order={order} view={view} />
      {promise?.together === undefined ? null : (
        <p className={styles.promise}>{noBreak(promise.together)}</p>
      )}
      <CancelTerms order={order} />
      <OrderFacts order={order} />
      <OrderReturns order={order} sizes={sizes} ask={requestReturn} />
      {half}
      <p className={styles.soft}>{FRAUD_NOTICE}</p>
      <footer className={styles.tools}>
        {order.status === '待付款' ? (
          <CancelOrder
            id={order.id}
            cancel={cancel}
            isOffered={view.canPay}
            hasNumber={codeAttempt(order.payment) !== undefined}
          />
        ) : null}
        {again.length === 0 ? null : <BuyAgain lines={again} />}
        <PrintButton />
        {canRequestCancellation(order) ? (
          <CancelRequest id={order.id} ask={requestCancellation} />
        ) : null}
        <ButtonLink variant="quiet" href={PATHS.orders}>
          返回訂單列表
        </ButtonLink>
      </footer>
    </article>
  )
}
