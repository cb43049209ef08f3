import type { Metadata } from 'next'
import { after } from 'next/server'

import { TOO_OFTEN } from '#components/failure/messages.ts'
import { OrderList } from '#components/order/order-list.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { requireAccount } from '#lib/account/session.ts'
import { WEIGHTS } from '#lib/limit/allowance.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { findOrders } from '#lib/order/find-orders.ts'
import { orderListPath, orderQuery } from '#lib/order/order-list.ts'
import { settleViewedOrders } from '#lib/payment/settle-on-view.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '訂單', description: '查詢與追蹤您的訂單。' }

export default async function OrdersPage({ searchParams }: { searchParams: Query }) {
  const query = orderQuery(await searchParams)
  const account = await requireAccount(orderListPath(query))
  const weight = query.search === '' ? WEIGHTS.listOrders : WEIGHTS.searchOrders
  if (!hasAllowance(account.uid, 'orders', weight)) return <Notice kind="error" title={TOO_OFTEN} />
  const list = await findOrders(account, query)
  after(() => settleViewedOrders(list.orders))
  return (
    <>
      <h2>訂單</h2>
      <OrderList query={query} list={list} />
    </>
  )
}
