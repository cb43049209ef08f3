import type { Metadata } from 'next'
import { Fragment, type ReactNode } from 'react'

import { endSession } from '#app/(sign-in)/actions.ts'
import { AccountTabs } from '#components/account/account-navigation.tsx'
import styles from '#components/account/account.module.css'
import { SessionWatch } from '#components/account/session-watch.tsx'
import { SignOutButton } from '#components/account/sign-out-button.tsx'
import { PurchaseHeadings } from '#components/ui/purchase-headings.tsx'
import { greetingName } from '#lib/account/account.ts'
import { readAccount } from '#lib/account/session.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { loginPath } from '#lib/routes/paths.ts'

export const metadata: Metadata = { robots: { index: false } }

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const account = await readAccount()
  // Each page redirects to sign in with its own return address.
  if (!account) return children
  // An e-mail that has no room breaks before its host.
  const [before, ...host] = greetingName(account).split('@')
  return (
    <PurchaseHeadings>
      <div className={styles.page}>
        <SessionWatch member={account.uid} />
        <header className={styles.head}>
          <h1 className="as-text">
            您好，
            {before}
            {host.map((part) => (
              <Fragment key={part}>
                <wbr />@{part}
              </Fragment>
            ))}
          </h1>
          {account.isOwner ? <a href={loginPath(OWNER_PATHS.today)}>店主頁面</a> : null}
          {account.isStaff ? <a href={loginPath(OWNER_PATHS.orders)}>出貨頁面</a> : null}
          <SignOutButton endSession={endSession} />
        </header>
        <AccountTabs />
        <div className={styles.body}>{children}</div>
      </div>
    </PurchaseHeadings>
  )
}
