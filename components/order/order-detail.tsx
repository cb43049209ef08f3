import { RETURN_MESSAGES } from './return-messages.ts'
import type { Order } from '#lib/order/order.ts'
import { preorderPromise } from '#lib/order/delivery-estimate.ts'
import { parcelsFor } from '#lib/parcel/order-parcel.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import {
  CANCEL_REQUEST_MESSAGES,
  FRAUD_NOTICE,
  MAILED_ORDER_TERMS,
  RETURN_STATE_WORDS,
} from './messages.ts'
import styles from './order-detail.module.css'
import {
  type AskReturn,
  type AskToCancel,
  BuyAgain,
  type CancelAction,
  CancelOrder,
  CancelRequest,
  ReturnForm,
} from './return-form.tsx'
import { OrderFacts, ParcelFacts, TrackingNumber } from './order-facts.tsx'
import { Fragment } from 'react'
import { codeAttempt } from '#lib/payment/payment.ts'
import { AMOUNT_WORDS } from '#components/payment/messages.ts'
import { SilentProvider } from '#components/payment/silent-provider.tsx'
import { NumberToPay } from '#components/payment/number-to-pay.tsx'
import { Price, ReducedPrice, ReductionAmount } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { CartLine } from '#lib/cart/cart.ts'
import { type AmountKind, type OrderView, orderView } from '#lib/order/order-view.ts'
import { holdNote, payBefore } from './payment-words.ts'
import { lineTotal } from '#lib/price/price.ts'
import { orderPath, PATHS, paymentPath, productPath } from '#lib/routes/paths.ts'
import { Picture } from '#components/ui/picture.tsx'
import type { RefundAskLink } from '#lib/mail/mailed-links.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { OrderStatus, PayLink } from './order-card.tsx'
import { PrintButton } from './print-button.tsx'
import { returnablePieces, returnDeadline, returnProblem } from '#lib/order/return/return-rules.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import { orderBreakdown, removedAmount } from '#lib/order/order-amounts.ts'
import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import type { SizeChoice } from '#lib/inventory/exchange-stock.ts'
import {
  canRequestCancellation,
  isCancellationRequested,
  orderCancelRight,
} from '#lib/order/cancel-right-view.ts'
import { buyerParcelText } from '#lib/parcel/parcel-labels.ts'
import { reductionName } from '#lib/price/reduction-labels.ts'
import { formatPrice } from '#lib/price/format-price.ts'

function lineName({ title, color, size }: OrderItem): string {
  return `${title}（${[color, size].filter(Boolean).join('・')}）`
}

function Return({ request, order }: { request: ReturnRequest; order: Order }) {
  const { items } = order
  const { title, next } = RETURN_STATE_WORDS[request.state]
  const parcel = buyerParcelText(parcelsFor(order, request.number))
  return (
    <li>
      <p>
        <strong>{title}</strong>{' '}
        <time className={styles.soft} dateTime={request.changedAt}>
          {formatTime(new Date(request.changedAt))}
        </time>
      </p>
      <p>
        {request.items
          .flatMap(({ index, quantity, size }) => {
            const item = items[index]
            const wish = size === undefined ? '' : `，換 ${size}`
            return item ? `${lineName(item)} ×${quantity}${wish}` : []
          })
          .join('、')}
      </p>
      {request.answer === undefined ? null : <p>店家回覆：{request.answer}</p>}
      {request.parcel ? (
        <p>
          {request.parcel.carrier} 追蹤編號 <TrackingNumber {...request.parcel} />
        </p>
      ) : null}
      {parcel === '' ? null : <p>包裹：{parcel}</p>}
      <p className={styles.soft}>{next}</p>
    </li>
  )
}

/**
 * The returns of an order and the form for a new one while allowed. Renders nothing before
 * shipping.
 */
export function OrderReturns({
  order,
  sizes,
  ask,
}: {
  order: Order
  sizes: readonly (readonly SizeChoice[])[]
  ask: AskReturn
}) {
  const { returns = [], items } = order
  const problem = returnProblem(order)
  const isOver = problem === 'too-late' && returns.length === 0
  if (problem && !isOver && returns.length === 0) return null
  const left = returnablePieces(order)
  const lines = items.map((item, index) => ({
    name: lineName(item),
    size: item.size,
    left: left[index] ?? 0,
    sizes: (sizes[index] ?? []).map((one) => ({ size: one.size, isOut: one.left === 0 })),
  }))
  const deadline = returnDeadline(order)
  return (
    <section className={styles.facts} aria-labelledby="returns">
      <h3 id="returns" tabIndex={-1}>
        退換貨
      </h3>
      {returns.length === 0 ? null : (
        <ul className={styles.returns}>
          {returns.map((request) => (
            <Return key={request.number} request={request} order={order} />
          ))}
        </ul>
      )}
      {isOver ? <p className={styles.soft}>{RETURN_MESSAGES.over}</p> : null}
      {problem ? null : (
        <ReturnForm
          id={order.id}
          lines={lines}
          contact={order.recipient.phone}
          until={deadline && formatTime(deadline)}
          ask={ask}
        />
      )}
    </section>
  )
}

function Items({ order, isPromised }: { order: Order; isPromised: boolean }) {
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

function Amounts({ order, view }: { order: Order; view: OrderView }) {
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
      {reductions.map((one) => (
        <Fragment key={`${one.kind} ${one.name}`}>
          <dt>{reductionName(one)}</dt>
          <dd>
            <ReductionAmount reduction={one} />
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
            <dt>{AMOUNT_WORDS[kind]}</dt>
            <dd>
              <Price amount={amount} />
            </dd>
          </Fragment>
        ))}
    </dl>
  )
}

function OrderHead({ order }: { order: Order }) {
  return (
    <header className={styles.head}>
      <h2 className="figures">{order.orderNumber}</h2>
      <OrderStatus order={order} />
      <p className={styles.soft}>
        下單時間 <time dateTime={order.createdAt}>{formatTime(new Date(order.createdAt))}</time>
      </p>
    </header>
  )
}

// The right to cancel, or that it was used.
function CancelTerms({ order }: { order: Order }) {
  const right = orderCancelRight(order)
  const words = isCancellationRequested(order) ? CANCEL_REQUEST_MESSAGES.asked : right
  return words === undefined ? null : <p className={styles.promise}>{words}</p>
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
        <p className={styles.promise}>{promise.together}</p>
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

// A transfer or a store's payment has no way back but to an account that its buyer names.
function AccountAsked({ ask }: { ask: RefundAskLink }) {
  const isGiven = ask.accountAt !== undefined
  return (
    <Notice
      title={
        isGiven
          ? `收到退款帳戶，準備匯 ${formatPrice(ask.amount)} 給您`
          : `請填退款帳戶：${formatPrice(ask.amount)} 要匯到哪裡？`
      }
    >
      <p>
        {isGiven
          ? '匯出後會寄信給您。填錯了，可以再填一次。'
          : '這筆款項無法原路退回，要匯到您的帳戶，不收費用。'}
      </p>
      <p>
        <ButtonLink variant={isGiven ? 'secondary' : 'primary'} prefetch={false} href={ask.path}>
          {isGiven ? '更改退款帳戶' : '填退款帳戶'}
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
  cancel,
  askReturn,
  askToCancel,
}: {
  order: Order
  /** The provider that tells nothing of its payment now. */
  unanswered: string | undefined
  /** Lines that can be bought again, at current prices. */
  again: readonly CartLine[]
  /** The refunds by transfer that wait for the buyer's account, each with its page. */
  asks: readonly RefundAskLink[]
  /** The sizes for which pieces of each item can be exchanged. */
  sizes: readonly (readonly SizeChoice[])[]
  cancel: CancelAction
  askReturn: AskReturn
  askToCancel: AskToCancel
}) {
  const view = orderView(order)
  const before = payBefore(order)
  const hold = holdNote(order)
  const promise = view.promise?.kind === 'ships' ? view.promise : undefined
  return (
    <article className={styles.order}>
      <OrderHead order={order} />
      {view.canPay ? (
        <div className={styles.tools}>
          <SilentProvider name={unanswered} />
          <NumberToPay order={order} />
          {before === undefined ? null : <p>{before}</p>}
          {hold === undefined ? null : <p>{hold}</p>}
          <PayLink order={order} />
        </div>
      ) : null}
      {asks.map((ask) => (
        <AccountAsked key={ask.number} ask={ask} />
      ))}
      <Items order={order} isPromised={promise !== undefined} />
      <Amounts order={order} view={view} />
      {promise?.together === undefined ? null : (
        <p className={styles.promise}>{promise.together}</p>
      )}
      <CancelTerms order={order} />
      <OrderFacts order={order} />
      <OrderReturns order={order} sizes={sizes} ask={askReturn} />
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
        {canRequestCancellation(order) ? <CancelRequest id={order.id} ask={askToCancel} /> : null}
        <ButtonLink variant="quiet" href={PATHS.orders}>
          返回訂單列表
        </ButtonLink>
      </footer>
    </article>
  )
}
