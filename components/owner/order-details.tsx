import { closeUp } from '#lib/text/no-break.ts'
import { Price, ReducedPrice, ReductionAmount } from '#components/price/price.tsx'
import type { Order } from '#lib/order/order.ts'
import {
  backWords,
  DISPUTE_SENT_WORDS,
  DISPUTE_TURN_WORDS,
  DISPUTE_WORDS,
  providerNameOf,
} from '#lib/owner/messages.ts'
import { preorderPromise } from '#lib/order/delivery-estimate.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './owner.module.css'
import { orderView } from '#lib/order/order-view.ts'
import type { ReactNode } from 'react'
import { methodWords } from '#components/order/payment-words.ts'
import { AMOUNT_WORDS } from '#components/payment/messages.ts'
import { type Fact, FactList, knownFacts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { fullName, GIFT_NOTE, SHIPPING_WORDS } from '#lib/delivery/recipient.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import {
  destination,
  finerText,
  parcelsText,
  restockedText,
  returnTexts,
  shippingProof,
  statusText,
  unexplainedBack,
} from '#lib/owner/order-text.ts'
import { customerPath } from '#lib/routes/owner-paths.ts'
import { OrderId } from '#components/owner/goods-tools.tsx'
import { type OwnerAction, OwnerForm, Panel } from '#components/owner/owner-form.tsx'
import { InvoiceKindFields } from './order-forms.tsx'
import {
  INVOICE_ALARM_WORDS,
  INVOICE_STATE_WORDS,
  documentText,
  refundDocumentText,
} from '#lib/invoice/invoice-labels.ts'
import { isReplacing } from '#lib/invoice/invoice-state.ts'
import { correctionProblem } from '#lib/invoice/correct-invoice.ts'
import { MANUAL_PAYMENT_WORDS } from '#lib/order/manual-order.ts'
import { orderBreakdown } from '#lib/order/order-amounts.ts'
import { DISPUTE_PAGE, disputeReasonWords } from '#lib/payment/dispute-labels.ts'
import { timelineEntry } from '#lib/order/timeline.ts'
import { takenAmount, unlistedAmount } from '#lib/payment/refund/charged-back.ts'
import { ownerReductionName } from '#lib/price/reduction-labels.ts'

/** The money of an order that went back: refunded or taken, each with its time and the provider's number. */
export function MoneyBack({ order }: { order: Order }) {
  const { payment } = order
  const unlisted = payment ? unlistedAmount(payment) : 0
  const { returned = [] } = payment ?? {}
  if (!payment || (payment.refundedAmount === 0 && returned.length === 0)) return null
  const words = backWords(providerTitle(payment))
  const advice = unexplainedBack(order)
  const proof = takenAmount(payment) > 0 && advice.length > 0 ? shippingProof(order) : ''
  return (
    <section className={styles.section}>
      <h2>退款與扣回</h2>
      <ul className={styles.plain}>
        {payment.refunds.map(({ id, amount, at, kind }) => (
          <li key={id}>
            {words[kind ?? 'refund']} <Price amount={amount} />・{formatTime(new Date(at))}・
            <span className="figures">{id}</span>
          </li>
        ))}
        {returned.map(({ captureRef, provider, amount, at, refunds }) => (
          <li key={captureRef}>
            {providerNameOf(provider)} 暫收款 <Price amount={amount} />・{formatTime(new Date(at))}
            ・<span className="figures">{captureRef}</span>
            {refunds.map((refund) => (
              <span key={refund.id} className={styles.whole}>
                ，已退 <Price amount={refund.amount} />・{formatTime(new Date(refund.at))}
              </span>
            ))}
          </li>
        ))}
        {unlisted > 0 ? (
          <li>
            {words[payment.unlisted ?? 'refund']} <Price amount={unlisted} />
          </li>
        ) : null}
      </ul>
      {advice.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Proof text={proof} words="申訴時可以貼上的證明" />
    </section>
  )
}

/** Timeline of an order in words. */
export function Timeline({ history, payment }: Pick<Order, 'history' | 'payment'>) {
  const lines = history.map((event) => timelineEntry(event, payment))
  return (
    <section className={styles.section}>
      <h2>經過</h2>
      <ol className={styles.timeline}>
        {lines.map(({ at, time: when, who, what, why }, index) => (
          <li key={`${at} ${index}`}>
            <p className={styles.soft}>
              <time dateTime={at}>{when}</time>・<span className={styles.whole}>{who}</span>
            </p>
            <p>
              {what}
              {why === '' ? '' : `：${why}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function time(at: string | undefined): string {
  return at === undefined ? '' : formatTime(new Date(at))
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = knownFacts(facts)
  if (known.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <FactList className={styles.facts} facts={known} />
    </section>
  )
}

function Items({ order }: { order: Order }) {
  const { amounts, promise } = orderView(order)
  const { shipping, reductions } = orderBreakdown(order)
  return (
    <section className={styles.section}>
      <h2>商品</h2>
      <ul className={styles.items}>
        {order.items.map(({ id, title, color, size, quantity, price, usualPrice, preorder }) => (
          <li key={`${id} ${color ?? ''} ${size}`}>
            <span>
              {title}・{[color, size].filter(Boolean).join(' ')}　×{quantity}
              {preorder === undefined ? null : (
                <span className={styles.soft}>
                  {promise?.kind === 'ships' ? preorderPromise({ preorder }) : '預購'}
                </span>
              )}
            </span>
            <ReducedPrice
              amount={price * quantity}
              usual={usualPrice === undefined ? undefined : usualPrice * quantity}
            />
          </li>
        ))}
        {order.removed?.map(({ id, title, color, size, quantity, price }) => (
          <li key={`removed ${id} ${color ?? ''} ${size}`} className={styles.soft}>
            <span>
              少訂：{title}・{[color, size].filter(Boolean).join(' ')}　×{quantity}
            </span>
            <Price amount={price * quantity} />
          </li>
        ))}
        {reductions.map((one) => (
          <li key={`${one.kind} ${one.name}`} className={styles.soft}>
            <span>{ownerReductionName(one)}</span>
            <ReductionAmount reduction={one} />
          </li>
        ))}
        <li className={styles.soft}>
          <span>運費</span>
          <Price amount={shipping} />
        </li>
        <li>
          <strong>總計</strong>
          <strong>
            <Price amount={order.totalAmount} />
          </strong>
        </li>
        {amounts
          .filter(({ kind }) => kind !== 'total')
          .map(({ kind, amount }) => (
            <li key={kind} className={styles.soft}>
              <span>{AMOUNT_WORDS[kind]}</span>
              <Price amount={amount} />
            </li>
          ))}
      </ul>
    </section>
  )
}

// What proves that the goods were sent, to copy.
function Proof({ text, words }: { text: string; words: string }) {
  if (text === '') return null
  return (
    <>
      <p>
        {words} <CopyButton text={text} name="出貨證明" />
      </p>
      <pre className={styles.proof}>{text}</pre>
    </>
  )
}

// The disputes of a payment: why, until when to answer and where, and what proves that the goods were sent.
function Disputes({ order }: { order: Order }) {
  const { payment } = order
  const disputes = payment?.disputes ?? []
  if (disputes.length === 0) return null
  const provider = providerTitle(payment)
  const isOpen = disputes.some(({ state }) => state === 'open')
  const proof = isOpen ? shippingProof(order) : ''
  return (
    <section className={styles.section}>
      <h2>爭議</h2>
      <ul className={styles.plain}>
        {disputes.map(({ id, state, reason, respondBy, isAnswered }) => (
          <li key={id}>
            <strong>{disputeReasonWords(reason, provider) || '沒有說原因'}</strong>　
            {state === 'open' && order.shipment ? DISPUTE_SENT_WORDS : DISPUTE_WORDS[state]}
            {state === 'open' ? `・${DISPUTE_TURN_WORDS[isAnswered ? 'answered' : 'due']}` : ''}
            <span className={styles.soft}>　{id}</span>
            {state === 'open' && respondBy !== undefined && !isAnswered ? (
              <p>
                請在 <strong>{formatTime(new Date(respondBy))}</strong> 前回覆，逾期視為買家勝訴。
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <p>
          <a href={DISPUTE_PAGE}>到 {provider} 的調解中心回覆</a>
        </p>
      ) : null}
      <Proof text={proof} words="回覆時可以貼上的證明" />
    </section>
  )
}

// How it was paid, and by whom.
function PaymentFacts({ order, isOwner }: { order: Order; isOwner: boolean }) {
  const { payment, manualSale } = order
  const provider = providerTitle(payment)
  return (
    <Facts
      title="付款與發票"
      facts={[
        ['付款方式', manualSale ? MANUAL_PAYMENT_WORDS[manualSale.paidBy] : methodWords(payment)],
        ['付款時間', time(order.paidAt)],
        [closeUp(`${provider} 訂單`), payment?.references.join('、')],
        [closeUp(`${provider} 交易`), payment?.captureId],
        [
          '會員',
          order.email === '' || !isOwner ? undefined : (
            <Link key="member" href={customerPath(order.email)} prefetch={false}>
              {order.email}
            </Link>
          ),
        ],
        ['發票', manualSale && !order.invoice ? undefined : invoiceText(order.invoice)],
        ['發票號碼', order.invoiceNumber],
      ]}
    />
  )
}

// A manual order may name nobody.
function RecipientFacts({ order }: { order: Order }) {
  const { recipient, shippingMethod } = order
  const { phone, email, note } = recipient
  return (
    <Facts
      title="收件"
      facts={[
        ['收件人', fullName(recipient)],
        ['取件姓名', recipient.pickupName],
        [
          '手機',
          phone && (
            <a key="tel" href={`tel:${phone}`}>
              {phone}
            </a>
          ),
        ],
        [
          'Email',
          email && (
            <a key="mail" href={`mailto:${email}`}>
              {email}
            </a>
          ),
        ],
        [SHIPPING_WORDS[shippingMethod], destination(order)],
        ['禮物', order.gift ? '收件人不是買家；單子不印價格' : ''],
        [order.gift ? GIFT_NOTE : '備註', note],
      ]}
    />
  )
}

/** Everything about one order, with its whole story in words; what can be done with it stands between. */
export function OrderDetails({
  order,
  isOwner,
  children,
}: {
  order: Order
  isOwner: boolean
  children: ReactNode
}) {
  const { payment, shipment, status } = order
  const finer = finerText(order)
  return (
    <article className={styles.sheet}>
      <p className={styles.rowHead}>
        <span className={styles.status} data-status={status}>
          {statusText(order)}
        </span>
        {finer === '' ? null : <span className={styles.finer}>{finer}</span>}
        <span className={styles.soft}>{time(order.createdAt)} 下單</span>
      </p>
      <Disputes order={order} />
      <Items order={order} />
      <RecipientFacts order={order} />
      {children}
      <Facts
        title="出貨"
        facts={[
          ['物流公司', shipment?.carrier],
          ['追蹤編號', shipment?.trackingNumber],
          ['出貨時間', time(shipment?.shippedAt)],
          ['包裹現況', parcelsText(order)],
          ['退換貨', returnTexts(order)],
          ['加回庫存', restockedText(order)],
        ]}
      />
      <PaymentFacts order={order} isOwner={isOwner} />
      <MoneyBack order={order} />
      <Timeline history={order.history} payment={payment} />
    </article>
  )
}

/**
 * State of the order's invoice with a retry button. Renders nothing if no invoice was requested.
 */
export function OrderInvoice({ order, retry }: { order: Order; retry: OwnerAction }) {
  const { invoicing, invoiceAlarm } = order
  if (!invoicing) return null
  const { state, number, random, issuedAt, issue, papers, former = [] } = invoicing
  const replacement = isReplacing(order, invoicing) ? invoicing.replacement : undefined
  return (
    <section className={styles.section} aria-label="電子發票">
      <h2>電子發票</h2>
      <p>
        {INVOICE_STATE_WORDS[state]}
        {number === undefined ? '' : `：${number}，隨機碼 ${random ?? ''}`}
        {issuedAt === undefined ? '' : `，${formatTime(new Date(issuedAt))}`}
      </p>
      {former.length === 0 && !replacement ? null : (
        <p>
          {former.map(({ number: before }) => `原發票 ${before} 已作廢。`).join('')}
          {replacement ? `正在作廢，會改開：${invoiceText(replacement)}` : ''}
        </p>
      )}
      {papers.length === 0 ? null : (
        <ul className={styles.plain}>
          {papers.map((paper) => (
            <li key={paper.claim}>{documentText(paper)}</li>
          ))}
        </ul>
      )}
      {invoiceAlarm ? (
        <>
          <p className={styles.unreadable} role="alert">
            {INVOICE_ALARM_WORDS[invoiceAlarm]}
            {issue === undefined ? '' : `（${issue}）`}
          </p>
          <OwnerForm action={retry} submit="再試一次" done="已排入，請稍後重新整理。">
            <OrderId order={order} />
          </OwnerForm>
        </>
      ) : null}
    </section>
  )
}

/** Corrects for whom an invoice is issued, while that can be mended. Renders nothing afterwards. */
export function CorrectInvoice({ order, action }: { order: Order; action: OwnerAction }) {
  const { invoice = { kind: 'email' as const } } = order
  const { invoicing } = order
  if (correctionProblem(order)) return null
  const isIssued = invoicing?.state === 'issued'
  return (
    <Panel title="更正發票資料">
      <p>現在是：{invoiceText(invoice)}</p>
      {isIssued ? (
        <p>
          發票 {invoicing.number}{' '}
          會作廢，另外開立一張新號碼的發票，買家會收到信。原發票是上一期的，請先問會計師：新發票算在這一期。
        </p>
      ) : null}
      <OwnerForm action={action} submit="儲存發票資料" done="已儲存，會照新的資料開立。">
        <OrderId order={order} />
        <InvoiceKindFields invoice={invoice} />
      </OwnerForm>
    </Panel>
  )
}

/** Says what a refund does to the order's invoice. Renders nothing without automatic invoices. */
export function RefundPaper({ order, left }: { order: Order; left: number }) {
  const text = refundDocumentText(order, left)
  return text === '' ? null : <p>發票：{text}</p>
}
