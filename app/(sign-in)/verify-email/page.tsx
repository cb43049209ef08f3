import type { Metadata } from 'next'

import type { Query } from '#app/query.ts'
import styles from '#components/account/sign-in.module.css'
import { ButtonLink } from '#components/ui/button.tsx'
import { safeRedirect } from '#lib/site/paths.ts'

export const metadata: Metadata = {
  title: '請驗證您的電子信箱',
  description: '驗證信已寄出，請點選信中的連結完成驗證。',
}

export default async function VerifyEmailPage({ searchParams }: { searchParams: Query }) {
  const { redirect: wanted } = await searchParams
  return (
    <>
      <h1>請驗證您的電子信箱</h1>
      <p>驗證信已寄到您註冊的信箱，請點選信中的連結完成驗證。</p>
      <p className={styles.note}>沒有收到嗎？請查看垃圾信件匣，或稍後再試。</p>
      <ButtonLink href={safeRedirect(wanted)} wide>
        {wanted === undefined ? '前往會員中心' : '回到剛才的頁面'}
      </ButtonLink>
    </>
  )
}
