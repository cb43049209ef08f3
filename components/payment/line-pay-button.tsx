'use client'

import { useActionState, useEffect, useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'

import styles from './payment-panel.module.css'
import type { PaymentFlow } from './use-payment.ts'

/**
 * Leads to LINE Pay's own page. Its name stands in words: LINE's marks are for those whom it gave them to. The server
 * sends the button before its script is there; it is a form's, because React keeps a form's early press and repeats it.
 */
export function LinePayButton({ flow }: { flow: PaymentFlow }) {
  // The browser still shows this page while it goes to the next one.
  const [isLeaving, setLeaving] = useState(false)
  const pressed = useRef(false)

  // Whoever comes back by the browser's history finds the button as it was left.
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
