'use client'
import { usePathname } from 'next/navigation'

import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './account.module.css'

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
