'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useActionState, useEffect, useRef, useState } from 'react'

import { takePayNow } from '#components/checkout/pay-now.ts'
import { Button } from '#components/ui/button.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { IN_APP_BROWSERS } from '#lib/account/in-app-browser.ts'
import { LEAVING, CODE_METHODS, type PaymentMethod } from '#lib/payment/methods.ts'
import { spaced } from './messages.ts'
import { payLabel } from './method-labels.ts'
import styles from './pay-button.module.css'
import type { PaypalScript } from './paypal-buttons.tsx'
import { ScriptProblem } from './script-problem.tsx'
import type { PayableOrder, PaymentFlow } from './use-payment.ts'

const LOADING = <output>載入付款按鈕…</output>

// PayPal's part comes after the first paint, and only where it is chosen. The other methods need nothing of it.
const PaypalPaymentButton = lazyPart(() =>
  import('./paypal-buttons.tsx').then((module) => ({ default: module.PaypalPaymentButton })),
)

type Props = {
  readonly method: PaymentMethod
  readonly order: PayableOrder
  readonly flow: PaymentFlow
  /** Whether the button may press itself on the way from the checkout. */
  readonly goesOn: boolean
}

// Goes on by itself on the way from the checkout, where the button named the method and the amount.
function usePayNow({ method, order, goesOn }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const isChosen = goesOn && method === order.chosen && order.back === undefined
  useEffect(() => {
    if (isChosen && takePayNow(order.id)) form.current?.requestSubmit()
  }, [isChosen, order.id])
  return form
}

// Opens the provider's own page; text only, since logos need permission. A form, so React replays an early press.
function LeaveButton(props: Props) {
  const { method, order, flow } = props
  const form = usePayNow(props)
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

  const [, leave, isRequesting] = useActionState(async () => {
    // Two early presses are one.
    if (pressed.current) return
    pressed.current = true
    pressed.current = await flow.leaveFor(method)
    setLeaving(pressed.current)
  }, undefined)

  const pending = isRequesting || isLeaving
  const terms = LEAVING[method]
  if (!terms) return null
  return (
    <form ref={form} action={leave} className={styles.pay}>
      <Button type="submit" variant="primary" fullWidth pending={pending}>
        {pending ? `前往${spaced(terms.place).trimEnd()}…` : payLabel(method, order.amount)}
      </Button>
      <p>將前往{spaced(terms.place).trimEnd()}，完成後自動回到這裡。</p>
      {order.inApp && terms.failsInApps ? (
        <p>
          在{spaced(IN_APP_BROWSERS[order.inApp])}
          裡可能無法開啟付款頁。若無法開啟，請用手機的瀏覽器打開本站，登入後從「我的訂單」付款。
        </p>
      ) : null}
    </form>
  )
}

// Has a payment code made, to be paid by a transfer or in a store, which the page shows then.
function CodeButton(props: Props) {
  const { method, flow } = props
  const form = usePayNow(props)
  const router = useRouter()
  const [, take, isRequesting] = useActionState(async () => {
    if (await flow.takeNumber(method)) router.refresh()
  }, undefined)
  const terms = CODE_METHODS[method]
  if (!terms) return null
  const until = terms.days === undefined ? '24 小時內' : '明天 23:59 前'
  return (
    <form ref={form} action={take} className={styles.pay}>
      <Button type="submit" variant="primary" fullWidth pending={isRequesting}>
        {isRequesting ? `取得${terms.number}…` : terms.button}
      </Button>
      <p>
        按下後顯示專屬{terms.number}，{until}
        {terms.act}即可。
      </p>
    </form>
  )
}

function PaypalButton({
  method,
  order,
  flow,
  script,
}: Omit<Props, 'goesOn'> & { script: PaypalScript }) {
  const isInBrowser = useBrowserValue(() => true, false)
  const [attempt, setAttempt] = useState(0)
  return (
    <div className={styles.paypal}>
      {isInBrowser ? (
        <PaypalPaymentButton
          key={`${method} ${attempt}`}
          method={method}
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
  )
}

/** True if this document was loaded at this path, and so has this page's policy. */
function isLoadedAt(pathname: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname === pathname
}

/** The one button of the payment page, by the kind of the chosen method: the browser leaves, a code is shown, or PayPal's. */
export function PayButton({ script, ...props }: Props & { script: PaypalScript }) {
  // PayPal's script needs this page's policy, so a soft navigation reloads the document. Buttons
  // stay disabled until then.
  const isOwn = isLoadedAt(usePathname())
  useEffect(() => {
    if (!isOwn) window.location.reload()
  }, [isOwn])
  if (!isOwn) return LOADING
  const { method } = props
  if (CODE_METHODS[method]) return <CodeButton key={method} {...props} />
  if (LEAVING[method]) return <LeaveButton key={method} {...props} />
  return <PaypalButton script={script} {...props} />
}
