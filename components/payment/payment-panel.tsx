'use client'

import { closeUp } from '#lib/text/no-break.ts'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useActionState, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import { safetyFor, HEADLINES, spaced, STANDING } from './messages.ts'
import { ScriptProblem } from './script-problem.tsx'
import { SilentProvider } from './silent-provider.tsx'
import styles from './payment-panel.module.css'
import type { PaypalScript } from './paypal-buttons.tsx'
import {
  type PayableOrder,
  type PaymentFlow,
  type PaymentActions,
  usePayment,
} from './use-payment.ts'
import { sendAnalyticsEvent } from '#components/analytics/send-analytics-event.ts'
import { useCart } from '#components/cart/cart-provider.tsx'
import { browserStorage } from '#components/ui/browser.ts'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  LEAVING,
  NUMBERED,
  type PaymentMethod,
  PROVIDER_TITLES,
  providerOf,
  USUAL_TITLE,
  type Headline,
  headlineOf,
  isPayable,
} from '#lib/payment/methods.ts'
import { withoutBought } from '#lib/cart/bought.ts'
import { IN_APP_BROWSERS, type InAppBrowser } from '#lib/account/in-app-browser.ts'
import { BRAND } from '#lib/company/company.ts'
import { isText, listOf } from '#lib/text/json-shape.ts'
import page from './order-to-pay.module.css'
import { forgetCheckout } from '#components/checkout/checkout-storage.ts'

const LOADING = <output>載入付款按鈕…</output>

// PayPal's part comes after the first paint, and on this page alone. The other payment methods need nothing of it.
const PaypalPaymentButtons = lazyPart(() =>
  import('./paypal-buttons.tsx').then((module) => ({ default: module.PaypalPaymentButtons })),
)

// Opens the provider's own page; text only, since logos need permission. A form, so React replays an early press.
function LeaveButton({
  method,
  flow,
  inApp,
}: {
  method: PaymentMethod
  flow: PaymentFlow
  inApp: InAppBrowser | undefined
}) {
  // The browser still shows this page while it goes to the next one.
  const [isLeaving, setLeaving] = useState(false)
  const pressed = useRef(false)

  // Resets the button when the page is restored from the back/forward cache.
  useEffect(() => {
    const onShow = () => {
      pressed.current = false
      setLeaving(false)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const [, leave, isAsking] = useActionState(async () => {
    // Two early presses are one.
    if (pressed.current) return
    pressed.current = true
    pressed.current = await flow.leaveFor(method)
    setLeaving(pressed.current)
  }, undefined)

  const pending = isAsking || isLeaving
  const way = LEAVING[method]
  if (!way) return null
  return (
    <form action={leave} className={styles.way}>
      <Button type="submit" fullWidth pending={pending}>
        {pending ? `前往${spaced(way.place).trimEnd()}…` : way.button}
      </Button>
      <p>會前往{spaced(way.place)}的頁面付款，完成後回到這裡。</p>
      {inApp && way.failsInApps ? (
        <p>
          在{spaced(IN_APP_BROWSERS[inApp])}
          裡可能打不開付款頁；打不開時，請用手機的瀏覽器打開這間店，登入後從「我的訂單」付款。
        </p>
      ) : null}
    </form>
  )
}

// Asks for a number to be paid by a transfer or in a store, which the page shows then.
function NumberButton({ method, flow }: { method: PaymentMethod; flow: PaymentFlow }) {
  const router = useRouter()
  const [, take, isAsking] = useActionState(async () => {
    if (await flow.takeNumber(method)) router.refresh()
  }, undefined)
  const way = NUMBERED[method]
  if (!way) return null
  return (
    <form action={take} className={styles.way}>
      <Button type="submit" fullWidth pending={isAsking}>
        {isAsking ? `取得${way.number}…` : way.button}
      </Button>
      <p>
        給您這筆訂單專用的{way.number}，{way.days === undefined ? '24 小時內' : '到明天 23:59 前'}
        {way.act}即可。
      </p>
    </form>
  )
}

// A button of a way to pay by its kind: the browser leaves, or a number is shown.
function WayButton(props: {
  method: PaymentMethod
  flow: PaymentFlow
  inApp: InAppBrowser | undefined
}) {
  return NUMBERED[props.method] ? <NumberButton {...props} /> : <LeaveButton {...props} />
}

/** True if this document was loaded at this path, and so has this page's policy. */
function isLoadedAt(pathname: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname === pathname
}

/** The ways to pay, until when, and the way back. */
export function PaymentButtons({
  order,
  script,
  flow,
}: {
  order: PayableOrder
  script: PaypalScript
  flow: PaymentFlow
}) {
  // PayPal's script needs this page's policy, so a soft navigation reloads the document. Buttons
  // stay disabled until then.
  const isOwn = isLoadedAt(usePathname())
  const isInBrowser = useBrowserValue(() => true, false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isOwn) window.location.reload()
  }, [isOwn])
  if (!isOwn) return LOADING
  // PayPal's window comes where its first button stands among the ways.
  const paypal = order.methods.indexOf('paypal')
  const before = order.methods.slice(0, paypal)
  const after = order.methods.slice(paypal)
  return (
    <>
      <p className={styles.until}>{order.payBefore}</p>
      {order.holdNote === undefined ? null : <p className={styles.until}>{order.holdNote}</p>}
      {before.map((method) => (
        <WayButton key={method} method={method} flow={flow} inApp={order.inApp} />
      ))}
      <div className={styles.buttons}>
        {isInBrowser ? (
          <PaypalPaymentButtons
            key={attempt}
            script={script}
            flow={flow}
            orderNumber={order.number}
            waiting={LOADING}
            instead={
              <ScriptProblem
                orderNumber={order.number}
                onRetry={() => setAttempt((number) => number + 1)}
              />
            }
          />
        ) : (
          LOADING
        )}
      </div>
      {after.map((method) => (
        <WayButton key={method} method={method} flow={flow} inApp={order.inApp} />
      ))}
      {order.withheldNote === undefined ? null : (
        <p className={styles.until}>{order.withheldNote}</p>
      )}
      <p className={styles.until}>{safetyFor(order.methods)}</p>
      <p className={styles.back}>
        <Link href={PATHS.checkout} prefetch={false}>
          返回結帳，修改收件資料
        </Link>
      </p>
    </>
  )
}

const paidOrders = browserStorage('paid-orders')
const isIds = listOf(isText)

/** Maximum paid orders that this browser remembers. */
const MAX_REMEMBERED = 20

// Takes what was bought out of the cart, ends its checkout and sends the purchase to analytics, once in this browser:
// a paid order is looked at again, and pieces may have been added since it was placed.
function FinishPurchase({
  order: { id, bought, purchase },
  isNew,
}: {
  order: PayableOrder
  /** False for an order that has shipped already: its purchase is no news. */
  isNew: boolean
}) {
  const { ready, lines, replace } = useCart()
  const finished = useRef<string>(undefined)
  useEffect(() => {
    if (!ready || finished.current === id) return
    finished.current = id
    const before = paidOrders.readAs(isIds) ?? []
    if (before.includes(id)) return
    paidOrders.write(JSON.stringify([id, ...before].slice(0, MAX_REMEMBERED)))
    replace(withoutBought(lines, bought))
    forgetCheckout()
    if (isNew) sendAnalyticsEvent(purchase)
  }, [ready, lines, replace, id, bought, purchase, isNew])
  return null
}

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

// The number that a press brought gets the focus, so that it is read and in sight.
function NumberPlace({ number }: { number: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const had = useRef(number !== null)
  useEffect(() => {
    if (number !== null && !had.current) place.current?.focus()
    had.current = number !== null
  }, [number])
  return (
    <div ref={place} tabIndex={-1} className={styles.number}>
      {number}
    </div>
  )
}

/** The order as the server rendered it, and a version for when its state has changed since. */
export type PaymentParts = { readonly shown: ReactNode; readonly changed: ReactNode }

/** The payment page of one order: buttons while it is due, otherwise its state and next step. */
export function PaymentPanel(props: {
  order: PayableOrder
  script: PaypalScript
  actions: PaymentActions
  /** The amounts, the lines, and what a paid order says; made on the server. */
  amounts: PaymentParts
  lines: PaymentParts
  paid: ReactNode
  /** The number by which it can be paid, where it has one. */
  number: ReactNode
}) {
  const { order, script, paid } = props
  const { view, flow } = usePayment(order, props.actions)
  const isPaid = view.status === 'paid'
  const isOpen = isPayable(view.status)
  const isAsShown = view.status === order.status
  const headline = isAsShown ? order.headline : headlineOf(view.status)
  const head = useNewHeadline(headline)
  const part = isAsShown || isOpen || isPaid ? 'shown' : 'changed'
  // The hold may have lapsed since the page was loaded.
  const isGone = view.status === 'out-of-stock'
  const atHand = isGone ? { ...order, holdNote: undefined } : order
  return (
    <div className="page" data-checkout={isPaid ? undefined : ''}>
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
            <SilentProvider name={view.unanswered} />
            {view.problem ? (
              <Notice kind="error" title={view.problem.title}>
                {view.problem.advice === undefined ? null : <p>{view.problem.advice}</p>}
              </Notice>
            ) : null}
            {view.notice === undefined ? null : <Notice title={view.notice} />}
            {isOpen || view.status === 'confirming' ? (
              <div hidden={!isOpen}>
                <NumberPlace number={props.number} />
                <PaymentButtons order={atHand} script={script} flow={flow} />
              </div>
            ) : null}
          </div>
        </section>
        {props.lines[part]}
      </div>
    </div>
  )
}
