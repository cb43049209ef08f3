import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'

import { isAtHome } from '#app/shopper-action.ts'
import { BuyerReturnView } from '#components/payment/buyer-return-view.tsx'
import { LeaveView } from '#components/payment/leave-view.tsx'
import { inAppBrowser } from '#lib/account/in-app-browser.ts'
import { leaveOrReturn } from '#lib/payment/settle-on-view.ts'
import type { Query } from '#lib/routes/paging.ts'
import { paymentPath } from '#lib/routes/paths.ts'

export const metadata: Metadata = {
  title: '信用卡付款',
  description: '前往綠界科技付款，或從那裡回到商店。',
  robots: { index: false },
  referrer: 'no-referrer',
}

/** Leads to ECPay's cashier while the number in the address was brought there by nobody, and shows how it stands after. */
export default async function EcpayPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Query
}) {
  const [{ id }, { no }] = await Promise.all([params, searchParams])
  const reference = typeof no === 'string' ? no : ''
  const { form, returned } = await leaveOrReturn(id, reference)
  if (form) {
    const inApp = inAppBrowser((await headers()).get('user-agent') ?? '')
    return <LeaveView form={form} back={paymentPath(id)} inApp={inApp} />
  }
  if (await isAtHome(id, returned)) redirect(`${paymentPath(id)}?back=tried`)
  return (
    <BuyerReturnView number={returned?.order.orderNumber} status={returned?.status ?? 'unknown'} />
  )
}
