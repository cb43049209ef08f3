'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'

import { Button } from '#components/ui/button.tsx'

import styles from './payment-panel.module.css'
import type { PaymentFlow } from './use-payment.ts'

const noChanges = () => () => undefined

/** Leads to LINE Pay's own page. Its name stands in words: LINE's marks are for those whom it gave them to. */
export function LinePayButton({ flow }: { flow: PaymentFlow }) {
  // Until the page's script is there a press would be lost, so the button is not ready before.
  const ready = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  )
  const [pending, setPending] = useState(false)

  // Whoever comes back by the browser's history finds the button as it was left.
  useEffect(() => {
    const onShow = () => setPending(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const leave = async () => {
    setPending(true)
    if (!(await flow.leaveFor('line-pay'))) setPending(false)
  }

  return (
    <div className={styles.way}>
      <Button fullWidth pending={pending || !ready} onClick={() => void leave()}>
        {pending ? '前往 LINE Pay…' : '使用 LINE Pay 付款'}
      </Button>
      <p>會前往 LINE Pay 的頁面付款，完成後回到這裡。</p>
    </div>
  )
}
