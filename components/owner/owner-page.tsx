import type { ReactNode } from 'react'

import { Outcome } from '#components/owner/form/outcome.tsx'
import { Link } from '#components/ui/link.tsx'
import type { FullAccount } from '#lib/account/account.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './owner.module.css'

/** The places of the owner's tools, in the order of a day. */
const PLACES = [
  { href: OWNER_PATHS.today, label: '今日' },
  { href: OWNER_PATHS.orders, label: '訂單' },
  { href: OWNER_PATHS.ship, label: '整批出貨' },
  { href: OWNER_PATHS.parcels, label: '寄件' },
  { href: OWNER_PATHS.stock, label: '庫存' },
  { href: OWNER_PATHS.content, label: '內容' },
  { href: OWNER_PATHS.halves, label: '另一半' },
  { href: OWNER_PATHS.customers, label: '顧客' },
  { href: OWNER_PATHS.discounts, label: '折扣碼' },
  { href: OWNER_PATHS.sales, label: '銷售' },
  { href: OWNER_PATHS.books, label: '帳務' },
  { href: OWNER_PATHS.audit, label: '操作紀錄' },
  { href: OWNER_PATHS.proof, label: '登入安全' },
] as const

/** The address of one of those places. */
export type OwnerPlace = (typeof PLACES)[number]['href']

/** The places of the staff, who pack and ship. */
const STAFF_PLACES: readonly string[] = [
  OWNER_PATHS.orders,
  OWNER_PATHS.ship,
  OWNER_PATHS.parcels,
  OWNER_PATHS.proof,
]

/**
 * The frame of every page of the owner: where one is, the way to the others, what came of the last
 * action, and orders that can't be read.
 */
export function OwnerPage({
  title,
  here,
  account,
  unreadable = [],
  children,
}: {
  title: string
  here: OwnerPlace
  /** The signed-in person, given where it may be staff. */
  account?: Pick<FullAccount, 'isOwner'>
  unreadable?: readonly string[]
  children: ReactNode
}) {
  const isOwner = account?.isOwner ?? true
  const places = PLACES.filter(({ href }) => isOwner || STAFF_PLACES.includes(href))
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <nav className={styles.nav} aria-label="店主">
          {places.map(({ href, label }) => (
            <Link key={href} href={href} aria-current={href === here ? 'page' : undefined}>
              {label}
            </Link>
          ))}
          <Link href={PATHS.home} prefetch={false}>
            看商店
          </Link>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={styles.page}>
        <h1 className={styles.title}>{title}</h1>
        <Outcome />
        {unreadable.length === 0 ? null : (
          <p className={styles.unreadable} role="alert">
            有 {unreadable.length} 筆訂單資料無法讀取，沒有列在內：{unreadable.join('、')}
          </p>
        )}
        {children}
      </main>
    </div>
  )
}
