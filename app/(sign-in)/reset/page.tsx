import type { Metadata } from 'next'

import { ResetForm } from '#components/account/reset-form.tsx'
import { readWebConfig } from '#lib/account/session.ts'

export const metadata: Metadata = {
  title: '重設密碼',
  description: '以註冊的電子信箱重設共衣會員密碼。',
}

export default async function ResetPage() {
  return (
    <>
      <h1>重設密碼</h1>
      <ResetForm config={await readWebConfig()} />
    </>
  )
}
