'use client'

import { useEffect, useRef } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import type { LeaveForm } from '#lib/payment/provider.ts'

/**
 * Leads to the provider's page at once. The button serves a browser without scripts. A page that comes back from the
 * browser's own cache asks the server again, which shows how the payment stands instead of the form.
 */
export function LeaveView({ form, back }: { form: LeaveForm; back: string }) {
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
    <div className="page">
      <PageHead
        title="前往信用卡付款"
        text="接下來會到綠界科技的付款頁，完成後回到這裡。每次只能付一次，請不要同時開兩個付款頁。"
      />
      <form ref={ref} method="post" action={form.action}>
        {Object.entries(form.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" variant="primary">
          前往信用卡付款
        </Button>
      </form>
      <p>在 LINE 或 Instagram 裡打不開付款頁時，請用手機的瀏覽器打開商店再付款。</p>
      <p className="ways">
        <ButtonLink href={back}>改用其他付款方式</ButtonLink>
      </p>
    </div>
  )
}
