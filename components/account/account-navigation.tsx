'use client'

import { usePathname } from 'next/navigation'

import { callAction } from '#components/ui/call-action.ts'
import { isNetworkError } from '#lib/http/network-error.ts'
import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'

import styles from './account.module.css'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast.ts'
import { leaveSignedOut } from './session-watch.tsx'

const TABS = [
  { href: PATHS.account, label: '首頁' },
  { href: PATHS.orders, label: '訂單' },
  { href: PATHS.settings, label: '設定' },
] as const

/** The three tabs of the member centre; an order's own page belongs to the second. */
export function AccountTabs() {
  const here = usePathname()
  const isHere = (href: string) => (href === PATHS.account ? here === href : here.startsWith(href))
  return (
    <nav className={styles.tabs} aria-label="會員中心">
      {TABS.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={isHere(href) ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Ends the session in this browser and leaves for the home page. */
export function SignOutButton({ endSession }: { endSession: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await callAction(endSession)
      leaveSignedOut()
    } catch (error) {
      setBusy(false)
      toast.error(isNetworkError(error) ? '登出失敗，請確認網路後再試。' : '登出失敗，請稍後再試。')
    }
  }
  return (
    <Button variant="quiet" pending={busy} onClick={() => void leave()}>
      {busy ? '登出中…' : '登出'}
    </Button>
  )
}
