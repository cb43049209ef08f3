import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { after } from 'next/server'

import { OrderDetail } from '#components/order/order-detail.tsx'
import { requireAccount } from '#lib/account/require-account.ts'
import { settleShownOrders } from '#lib/order/payment/settle-shown-orders.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { linesToBuyAgain } from '#lib/order/buy-again.ts'
import { orderPath } from '#lib/routes/paths.ts'

import { askReturnAction, cancelOrderAction } from './actions.ts'
import { findOrder } from '#lib/order/find-orders.ts'

export const metadata: Metadata = { title: '訂單內容', description: '訂單的商品、收件與付款資訊。' }

export default async function OrderPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const account = await requireAccount(orderPath(id))
  const order = await findOrder(id, account)
  if (!order) notFound()
  after(() => settleShownOrders([order]))
  const again = linesToBuyAgain(order, await findProducts())
  return (
    <OrderDetail
      order={order}
      again={again}
      cancel={cancelOrderAction}
      askReturn={askReturnAction}
    />
  )
}
