'use client'

import { useEffect, useRef } from 'react'

import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { IN_APP_BROWSERS, type InAppBrowser } from '#lib/account/in-app-browser.ts'
import type { LeaveForm } from '#lib/payment/provider.ts'
import styles from './leave-view.module.css'
import { spaced } from './messages.ts'

/**
 * Leads to the provider's page at once. The button serves a browser without scripts. A page that comes back from the
 * browser's own cache asks the server again, which shows how the payment stands instead of the form.
 */
export function LeaveView({
  form,
  back,
  inApp,
}: {
  form: LeaveForm
  back: string
  /** The app in whose own browser the page is open. */
  inApp: InAppBrowser | undefined
}) {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    ref.current?.submit()
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return (
    <div className={`page ${styles.leave}`} data-checkout>
      <PageHead title="前往信用卡付款" text="正在前往綠界科技的付款頁，完成後自動回到這裡。" />
      <form ref={ref} method="post" action={form.action}>
        {Object.entries(form.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" variant="primary">
          前往信用卡付款
        </Button>
      </form>
      {inApp === undefined ? null : (
        <p>
          若在{spaced(IN_APP_BROWSERS[inApp])}
          裡無法開啟付款頁，請用手機的瀏覽器打開本站再付款。
        </p>
      )}
      <p>
        <Link href={back} prefetch={false}>
          改用其他付款方式
        </Link>
      </p>
    </div>
  )
}
