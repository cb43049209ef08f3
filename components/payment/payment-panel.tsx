'use client'
import { type ReactNode, useEffect, useRef } from 'react'

import { dropPayNow } from '#components/checkout/pay-now.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { BRAND } from '#lib/company/company.ts'
import { PROVIDER_TITLES, USUAL_TITLE } from '#lib/payment/method-titles.ts'
import { type PaymentMethod, providerOf } from '#lib/payment/methods.ts'
import { type Headline, headlineOf, isPayable } from '#lib/payment/payment-headline.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { closeUp, noBreak } from '#lib/text/no-break.ts'
import { FinishPurchase } from './finish-purchase.tsx'
import { HEADLINES, safetyFor, STANDING } from './messages.ts'
import { MethodChoice } from './method-choice.tsx'
import page from './order-to-pay.module.css'
import { PayButton } from './pay-button.tsx'
import styles from './payment-panel.module.css'
import type { PaymentView } from './payment-view.ts'
import type { PaypalScript } from './paypal-buttons.tsx'
import { ProviderUnavailable } from './provider-unavailable.tsx'
import { TakePlaced } from './take-placed.tsx'
import { type PayableOrder, type PaymentActions, usePayment } from './use-payment.ts'

// Says in the window's title and by the focus that the page is another one now; one that was paid before says nothing new.
function useNewHeadline(headline: Headline) {
  const head = useRef<HTMLDivElement>(null)
  const before = useRef(headline)
  useEffect(() => {
    if (before.current === headline) return
    before.current = headline
    document.title = `${HEADLINES[headline]}｜${BRAND}`
    if (headline === 'ordered') head.current?.focus()
  }, [headline])
  return head
}

// A payment that is neither due nor simply paid.
function Standing({ headline, method }: { headline: Headline; method: PaymentMethod | undefined }) {
  const standing = STANDING[headline]
  if (!standing) return null
  return (
    <Notice title={standing.title}>
      <p>{closeUp(standing.text(method ? PROVIDER_TITLES[providerOf(method)] : USUAL_TITLE))}</p>
      <p className="ways">
        {headline === 'cancelled' ? <ButtonLink href={PATHS.shop}>去看看商品</ButtonLink> : null}
        <ButtonLink href={PATHS.orders}>查看我的訂單</ButtonLink>
      </p>
    </Notice>
  )
}

// The code that a press brought gets the focus, so that it is read and in sight.
function CodePlace({ code }: { code: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const had = useRef(code !== null)
  useEffect(() => {
    if (code !== null && !had.current) place.current?.focus()
    had.current = code !== null
  }, [code])
  return (
    <div ref={place} tabIndex={-1} className={styles.code}>
      {code}
    </div>
  )
}

/** The order as the server rendered it, and a version for when its state has changed since. */
export type PaymentParts = { readonly shown: ReactNode; readonly changed: ReactNode }

// What stands below the button: until when, what is kept, and the way back.
function Terms({ order }: { order: PayableOrder }) {
  return (
    <div className={styles.terms}>
      {order.payBefore === undefined ? null : <p>{noBreak(order.payBefore)}</p>}
      {order.reservationNote === undefined ? null : <p>{noBreak(order.reservationNote)}</p>}
      <p>{noBreak(safetyFor(order.rows.map(({ method }) => method)))}</p>
      <p className={styles.back}>
        <Link href={PATHS.checkout} prefetch={false}>
          返回結帳，修改收件資料
        </Link>
      </p>
    </div>
  )
}

function Problem({ view }: { view: PaymentView }) {
  const { problem, notice, unanswered } = view
  return (
    <>
      <ProviderUnavailable name={unanswered} />
      {problem ? (
        <Notice kind="error" title={problem.title}>
          {problem.advice === undefined ? null : <p>{problem.advice}</p>}
        </Notice>
      ) : null}
      {notice === undefined ? null : <Notice title={notice} />}
    </>
  )
}

/** The payment page of one order: one button while it is due, otherwise its state and next step. */
export function PaymentPanel(props: {
  order: PayableOrder
  script: PaypalScript
  actions: PaymentActions
  /** The amounts, the lines, and what a paid order says; made on the server. */
  amounts: PaymentParts
  lines: PaymentParts
  facts: ReactNode
  paid: ReactNode
  /** The payment code by which it can be paid, where it has one. */
  code: ReactNode
  /** What the closed line says that leads to the other methods while a code can be paid. */
  otherMethods: string | undefined
}) {
  const { order, script, paid, otherMethods } = props
  const { view, flow } = usePayment(order, props.actions)
  const isPaid = view.status === 'paid'
  const isOpen = isPayable(view.status)
  const isAsShown = view.status === order.status
  const headline = isAsShown ? order.headline : headlineOf(view.status)
  const head = useNewHeadline(headline)
  const part = isAsShown || isOpen || isPaid ? 'shown' : 'changed'
  // The hold may have lapsed since the page was loaded.
  const isGone = view.status === 'out-of-stock'
  const atHand = isGone ? { ...order, reservationNote: undefined } : order
  useEffect(dropPayNow, [])
  const choice = (
    <MethodChoice
      rows={order.rows}
      wanted={order.chosen}
      unavailable={view.unavailable ?? (view.unanswered === undefined ? undefined : order.method)}
    >
      {(method) => (
        <PayButton
          method={method}
          order={atHand}
          flow={flow}
          script={script}
          // A code that can still be paid has to be read before another method is used.
          goesOn={otherMethods === undefined}
        />
      )}
    </MethodChoice>
  )
  return (
    <div className="page" data-checkout={isPaid ? undefined : ''}>
      <TakePlaced id={order.id} />
      <div ref={head} tabIndex={-1} className={styles.head}>
        <PageHead title={HEADLINES[headline]} />
      </div>
      <div className={page.columns}>
        <section className={page.payment} aria-label="付款">
          {isPaid ? null : props.amounts[part]}
          <div className={styles.panel} aria-live={isPaid ? 'off' : 'polite'}>
            {isPaid ? paid : null}
            <Standing headline={headline} method={flow.method() ?? order.method} />
            {isPaid ? <FinishPurchase order={order} isNew={headline === 'ordered'} /> : null}
            <Problem view={view} />
            {isOpen || view.status === 'confirming' ? (
              <div hidden={!isOpen}>
                <div className={styles.due}>
                  <CodePlace code={props.code} />
                  {otherMethods === undefined ? (
                    choice
                  ) : (
                    <details className={styles.others}>
                      <summary>改用其他付款方式</summary>
                      <div className={styles.due}>
                        <p>{otherMethods}</p>
                        {choice}
                      </div>
                    </details>
                  )}
                  <Terms order={atHand} />
                </div>
              </div>
            ) : null}
          </div>
          {isPaid ? null : props.facts}
        </section>
        {/* A paid order says above when it ships, and until when it can be cancelled. */}
        {props.lines[isPaid ? 'changed' : part]}
      </div>
    </div>
  )
}
