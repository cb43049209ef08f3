import type { Metadata } from 'next'

import styles from '#components/account/sign-in.module.css'
import { VerificationMail } from '#components/account/verification-mail.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { FullAccount } from '#lib/account/account.ts'
import { readWebConfig, readAccount } from '#lib/account/session.ts'
import type { Query } from '#lib/routes/paging.ts'
import { loginPath, PATHS, safeRedirect } from '#lib/routes/paths.ts'

export const metadata: Metadata = {
  title: '請驗證您的電子信箱',
  description: '驗證信已寄出，請點選信中的連結完成驗證。',
}

// Buying does not wait for the mail: the way on comes first.
function Onward({ wanted }: { wanted: unknown }) {
  const target = safeRedirect(wanted)
  const isCheckout = target.startsWith(PATHS.checkout)
  const back = wanted === undefined ? '前往會員中心' : '回到剛才的頁面'
  return (
    <>
      {isCheckout ? <p>可以先完成訂購，之後再驗證。</p> : null}
      <ButtonLink href={target} variant="primary" fullWidth>
        {isCheckout ? '繼續結帳' : back}
      </ButtonLink>
    </>
  )
}

async function UnverifiedNotice({
  account,
  isUnsent,
  wanted,
}: {
  account: FullAccount | null
  isUnsent: boolean
  wanted: unknown
}) {
  const isByProvider = account !== null && !account.methods.includes('password')
  const address = account ? ` ${account.email}` : '您註冊的信箱'
  return (
    <>
      <h1>請驗證您的電子信箱</h1>
      {isUnsent ? (
        <Notice title="驗證信未寄出">
          <p>您的帳號已經建立，請在下方重新寄出驗證信。</p>
        </Notice>
      ) : isByProvider ? (
        <p className={styles.address}>請寄出驗證信到{address}，再點選信中的連結完成驗證。</p>
      ) : (
        <p className={styles.address}>驗證信已寄到{address}，請點選信中的連結完成驗證。</p>
      )}
      <Onward wanted={wanted} />
      <p className={styles.note}>沒有收到嗎？請查看垃圾信件匣，或稍後再試。</p>
      {account && account.email !== '' ? (
        <VerificationMail
          config={await readWebConfig()}
          email={account.email}
          method={isByProvider ? account.method : 'password'}
        />
      ) : null}
      {account ? null : (
        <p className={styles.links}>
          <Link href={loginPath(PATHS.verifyEmail)}>登入後重新寄出驗證信</Link>
        </p>
      )}
    </>
  )
}

export default async function VerifyEmailPage({ searchParams }: { searchParams: Query }) {
  const { redirect: wanted, unsent } = await searchParams
  // The page is shown even when the sign-in service is unavailable.
  const account = await readAccount().catch(() => null)
  return account?.emailVerified ? (
    <>
      <h1>您的電子信箱已完成驗證</h1>
      <p className={styles.address}>{account.email}</p>
      <Onward wanted={wanted} />
    </>
  ) : (
    <UnverifiedNotice account={account} isUnsent={unsent !== undefined} wanted={wanted} />
  )
}
