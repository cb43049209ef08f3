import type { Metadata } from 'next'
import { connection } from 'next/server'

import { PageHead } from '#components/site/page-head.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { readAccount } from '#lib/account/require-account.ts'
import { findRecentOrders } from '#lib/order/find-orders.ts'
import { methodOf } from '#lib/payment/payment-status.ts'
import { PATHS } from '#lib/site/paths.ts'

export const metadata: Metadata = {
  title: '訂單進度',
  description: '查看訂單的付款與出貨進度。',
  robots: { index: false },
}

const THANKS = {
  title: '感謝您的訂購',
  text: '交易已完成，收據已寄到您在 PayPal 登記的信箱。訂單的進度可以在會員中心查看。',
}
const THANKS_ELSEWHERE = {
  title: THANKS.title,
  text: '交易已完成，付款通知會寄到您的信箱。訂單的進度可以在會員中心查看。',
}
const PROGRESS = {
  title: '訂單進度',
  text: '付款與出貨的進度，都在會員中心的訂單裡。',
}

// Whoever has paid nothing is told of no transaction; with a service away nobody is known to have paid.
async function wordsFor(): Promise<typeof PROGRESS> {
  try {
    const account = await readAccount()
    const [newest] = account ? await findRecentOrders(account) : []
    if (newest?.status !== '已付款') return PROGRESS
    return methodOf(newest.payment) === 'line-pay' ? THANKS_ELSEWHERE : THANKS
  } catch {
    return PROGRESS
  }
}

export default async function CheckoutSuccessPage() {
  await connection()
  return (
    <div className="page">
      <PageHead {...await wordsFor()} />
      <p>
        <ButtonLink variant="primary" href={PATHS.account}>
          前往會員中心
        </ButtonLink>
      </p>
    </div>
  )
}
