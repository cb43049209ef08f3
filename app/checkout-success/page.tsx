import type { Metadata } from 'next'

import { PageHead } from '#components/site/page-head.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/site/paths.ts'

export const metadata: Metadata = { title: '感謝您的訂購', robots: { index: false } }

export default function CheckoutSuccessPage() {
  return (
    <div className="page">
      <PageHead
        title="感謝您的訂購"
        text="交易已完成，收據已寄到您在 PayPal 登記的信箱。訂單的進度可以在會員中心查看。"
      />
      <p>
        <ButtonLink variant="primary" href={PATHS.account}>
          前往會員中心
        </ButtonLink>
      </p>
    </div>
  )
}
