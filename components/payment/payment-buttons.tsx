'use client'

import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useActionState, useEffect, useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'

import { safetyFor } from './messages.ts'
import styles from './payment-panel.module.css'
import type { PaypalScript } from './paypal-buttons.tsx'
import type { PayableOrder, PaymentFlow } from './use-payment.ts'

const LOADING = <output>載入付款按鈕…</output>

// PayPal's part comes after the first paint, and on this page alone.
const PaypalPaymentButtons = dynamic(
  () => import('./paypal-buttons.tsx').then((module) => module.PaypalPaymentButtons),
  { ssr: false, loading: () => LOADING },
)

// Opens LINE Pay's page; text only, since LINE's logo needs permission. A form, so React replays an
// early press.
function LinePayButton({ flow }: { flow: PaymentFlow }) {
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
    pressed.current = await flow.leaveFor('line-pay')
    setLeaving(pressed.current)
  }, undefined)

  const pending = isAsking || isLeaving
  return (
    <form action={leave} className={styles.way}>
      <Button type="submit" fullWidth pending={pending}>
        {pending ? '前往 LINE Pay…' : '使用 LINE Pay 付款'}
      </Button>
      <p>會前往 LINE Pay 的頁面付款，完成後回到這裡。</p>
    </form>
  )
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
  useEffect(() => {
    if (!isOwn) window.location.reload()
  }, [isOwn])
  if (!isOwn) return LOADING
  return (
    <>
      <p className={styles.until}>{order.payBefore}</p>
      {order.holdNote === undefined ? null : <p className={styles.until}>{order.holdNote}</p>}
      {order.methods[0] === 'line-pay' ? <LinePayButton flow={flow} /> : null}
      <div className={styles.buttons}>
        <PaypalPaymentButtons script={script} flow={flow} orderNumber={order.number} />
      </div>
      {order.methods.at(-1) === 'line-pay' ? <LinePayButton flow={flow} /> : null}
      <p className={styles.until}>{safetyFor(order.methods)}</p>
      <p className={styles.back}>
        <Link href={PATHS.checkout} prefetch={false}>
          返回結帳，修改收件資料
        </Link>
      </p>
    </>
  )
}
