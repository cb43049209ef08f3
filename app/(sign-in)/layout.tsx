import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import styles from '#components/account/sign-in.module.css'
import { PurchaseHeadings } from '#components/ui/purchase-headings.tsx'

export const metadata: Metadata = { robots: { index: false } }

export default function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <PurchaseHeadings>
      <div className={styles.page}>{children}</div>
    </PurchaseHeadings>
  )
}
