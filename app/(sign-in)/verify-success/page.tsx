import type { Metadata } from 'next'

import { ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/routes/paths.ts'

export const metadata: Metadata = {
  title: '帳號驗證成功',
  description: '您的共衣會員帳號已完成驗證。',
}

export default function VerifySuccessPage() {
  return (
    <>
      <h1>帳號驗證成功</h1>
      <p>您的帳號已完成驗證，現在可以開始購物了。</p>
      <ButtonLink href={PATHS.shop} variant="primary" fullWidth>
        去看看商品
      </ButtonLink>
    </>
  )
}
