import type { Metadata } from 'next'
import { headers } from 'next/headers'

import { startSession } from '#app/(sign-in)/actions.ts'
import styles from '#components/account/sign-in.module.css'
import { SignupForm } from '#components/account/signup-form.tsx'
import { TermsNote } from '#components/account/terms-note.tsx'
import { Link } from '#components/ui/link.tsx'
import { inAppBrowser } from '#lib/account/in-app-browser.ts'
import { readWebConfig } from '#lib/account/session.ts'
import type { Query } from '#lib/routes/paging.ts'
import { PATHS, safeRedirect } from '#lib/routes/paths.ts'

export const metadata: Metadata = {
  title: '註冊',
  description: '以電子信箱註冊共衣會員。',
}

export default async function SignupPage({ searchParams }: { searchParams: Query }) {
  const { redirect: wanted } = await searchParams
  const query = wanted === undefined ? '' : `?redirect=${encodeURIComponent(safeRedirect(wanted))}`
  return (
    <>
      <h1>註冊</h1>
      <SignupForm
        config={await readWebConfig()}
        next={PATHS.verifyEmail + query}
        unsent={`${PATHS.verifyEmail}${query === '' ? '?' : `${query}&`}unsent=1`}
        app={inAppBrowser((await headers()).get('user-agent') ?? '')}
        startSession={startSession}
        target={safeRedirect(wanted)}
      />
      <TermsNote />
      <p className={styles.links}>
        <Link href={PATHS.login + query}>已經有帳號？返回登入</Link>
      </p>
    </>
  )
}
