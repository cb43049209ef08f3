import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import styles from '#components/account/sign-in.module.css'

export const metadata: Metadata = { robots: { index: false } }

export default function SignInLayout({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}
