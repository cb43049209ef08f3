import type { Metadata } from 'next'
import Link from 'next/link'

import { ResetForm } from '#components/account/reset-form.tsx'
import styles from '#components/account/sign-in.module.css'
import { readWebConfig } from '#lib/account/read-web-config.ts'
import { PATHS } from '#lib/site/paths.ts'

export const metadata: Metadata = {
  title: '重設密碼',
  description: '以註冊的電子信箱重設共衣會員密碼。',
}

export default async function ResetPage() {
  return (
    <>
      <h1>重設密碼</h1>
      <p className={styles.lead}>請輸入註冊時使用的電子信箱，我們會寄出重設密碼的連結。</p>
      <ResetForm config={await readWebConfig()} />
      <p className={styles.links}>
        <Link href={PATHS.login}>返回登入</Link>
      </p>
    </>
  )
}
