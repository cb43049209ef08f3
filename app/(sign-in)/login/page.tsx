import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'

import { endSession, startSession } from '#app/(sign-in)/actions.ts'
import { CheckoutSignIn } from '#components/account/checkout-sign-in.tsx'
import { ForgottenPassword } from '#components/account/forgotten-password.tsx'
import { LoginForm } from '#components/account/login-form.tsx'
import styles from '#components/account/sign-in.module.css'
import { ButtonLink } from '#components/ui/button.tsx'
import { canAccessOwnerPage, isSentTwice, sessionCookieName } from '#lib/account/account.ts'
import { inAppBrowser } from '#lib/account/in-app-browser.ts'
import { readAccount, readWebConfig } from '#lib/account/session.ts'
import { isOwnerPath } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'
import { pathOf, PATHS, safeRedirect } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'

export const metadata: Metadata = {
  title: '登入',
  description: '登入共衣會員，查看訂單、結帳與管理個人資料。',
}

// Shows the form when the sign-in service is unavailable; submitting it reports the failure.
async function sessionState(target: string): Promise<'in' | 'out' | 'stale'> {
  // Reads the request's cookie, not one that an action has just set: the browser may keep no cookies.
  const name = sessionCookieName(settings())
  const cookies = (await headers()).get('cookie') ?? ''
  if (isSentTwice(cookies, name) || !`; ${cookies}`.includes(`; ${name}=`)) return 'out'
  const account = await readAccount().catch(() => undefined)
  if (account === undefined) return 'out'
  if (account === null) return 'stale'
  // An owner's own page asks for a newer sign-in than the others do.
  const isTooOld =
    isOwnerPath(target) &&
    (account.isOwner || account.isStaff) &&
    !canAccessOwnerPage(account, new Date())
  return isTooOld ? 'stale' : 'in'
}

export default async function LoginPage({ searchParams }: { searchParams: Query }) {
  const [{ redirect: wanted }, sent] = await Promise.all([searchParams, headers()])
  const target = safeRedirect(wanted)
  const [config, where] = await Promise.all([readWebConfig(), sessionState(target)])
  if (where === 'in') redirect(target)
  const query = wanted === undefined ? '' : `?redirect=${encodeURIComponent(target)}`
  const app = inAppBrowser(sent.get('user-agent') ?? '')
  const form = { config, target, app, stale: where === 'stale', startSession, endSession }
  if (pathOf(target) === PATHS.checkout) {
    return (
      <>
        <h1>登入或註冊</h1>
        <p>登入或註冊後繼續結帳，購物車會留著。</p>
        <CheckoutSignIn {...form} />
      </>
    )
  }
  return (
    <>
      <h1>登入</h1>
      {target.startsWith(PATHS.checkout) ? (
        <p>{where === 'stale' ? '登入已逾時。' : ''}請登入後繼續付款，訂單仍為您保留。</p>
      ) : null}
      <LoginForm {...form} />
      <ForgottenPassword />
      <section className={styles.new}>
        <h2>還沒有帳號？</h2>
        <ButtonLink fullWidth href={PATHS.signup + query}>
          註冊新帳號
        </ButtonLink>
      </section>
    </>
  )
}
