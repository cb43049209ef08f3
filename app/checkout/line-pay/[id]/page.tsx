import type { Metadata } from 'next'
import { redirect } from 'next/navigation'

import { isAtHome } from '#app/shopper-action.ts'
import { BuyerReturnView } from '#components/payment/buyer-return-view.tsx'
import { settleOnReturn } from '#lib/payment/settle-on-view.ts'
import { paymentPath } from '#lib/routes/paths.ts'

export const metadata: Metadata = {
  title: '付款',
  description: '從 LINE Pay 回到商店。',
  robots: { index: false },
  referrer: 'no-referrer',
}

/** LINE Pay may take 40 seconds for its answer, which the shop waits for after its own. */
export const maxDuration = 60

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export default async function LinePayReturnPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}) {
  const [{ id }, { transactionId, cancelled }] = await Promise.all([params, searchParams])
  const reference = typeof transactionId === 'string' ? transactionId : ''
  const returned = await settleOnReturn(id, reference)
  if (await isAtHome(id, returned)) {
    redirect(`${paymentPath(id)}?back=${cancelled === undefined ? 'tried' : 'cancelled'}`)
  }
  return (
    <BuyerReturnView number={returned?.order.orderNumber} status={returned?.status ?? 'unknown'} />
  )
}
