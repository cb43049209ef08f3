import type { Metadata } from 'next'
import { connection } from 'next/server'
import { cache } from 'react'

import { ButtonLink } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { readAccount } from '#lib/account/session.ts'
import { findRecentOrders } from '#lib/order/find-orders.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'
import { USUAL_TITLE } from '#lib/payment/method-titles.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { PATHS } from '#lib/routes/paths.ts'

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

const PAID: readonly OrderStatus[] = ['已付款', '已出貨', '已完成']

// Thanks are for the newest order that was paid; without one, or with a service away, none are said.
const findText = cache(async (): Promise<typeof PROGRESS> => {
  await connection()
  try {
    const account = await readAccount()
    const orders = account ? await findRecentOrders(account) : []
    const paid = orders.find(({ status }) => PAID.includes(status))
    if (!paid) return PROGRESS
    return providerTitle(paid.payment) === USUAL_TITLE ? THANKS : THANKS_ELSEWHERE
  } catch {
    return PROGRESS
  }
})

export async function generateMetadata(): Promise<Metadata> {
  const { title, text } = await findText()
  return { title, description: text, robots: { index: false } }
}

export default async function CheckoutSuccessPage() {
  return (
    <div className="page">
      <PageHead {...await findText()} />
      <p>
        <ButtonLink variant="primary" href={PATHS.account}>
          前往會員中心
        </ButtonLink>
      </p>
    </div>
  )
}
