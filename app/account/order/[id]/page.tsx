import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'

import { OrderHalf } from '#components/half/order-half.tsx'
import { OrderDetail } from '#components/order/order-detail.tsx'
import { requireAccount } from '#lib/account/session.ts'
import { shownPicture } from '#lib/content/shown-picture.ts'
import { findBankAccountRequests } from '#lib/mail/mailed-links.ts'
import { linesToBuyAgain } from '#lib/order/buy-again.ts'
import { exchangeSizes, findOrder } from '#lib/order/find-orders.ts'
import { isUnsettled } from '#lib/payment/payment-status.ts'
import { settleViewedOrder } from '#lib/payment/settle-on-view.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { orderPath } from '#lib/routes/paths.ts'
import {
  cancelOrderAction,
  chooseHalfAction,
  requestCancellationAction,
  requestReturnAction,
} from './actions.ts'

type Props = { readonly params: Promise<{ id: string }> }

// Title and page ask for the same order; it is read once.
const findOwnOrder = cache(async (id: string) => findOrder(await requireAccount(orderPath(id)), id))

// A payment that was approved while its buyer was away is settled before the page says how it stands.
async function findSettled(id: string) {
  const order = await findOwnOrder(id)
  if (!order || !isUnsettled(order)) return { order }
  const unanswered = await settleViewedOrder(order)
  return { order: await findOrder(await requireAccount(orderPath(id)), id), unanswered }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const order = await findOwnOrder((await params).id)
  return { title: order ? '訂單內容' : '找不到訂單', description: '訂單的商品、收件與付款資訊。' }
}

export default async function OrderPage({ params }: Props) {
  const { order, unanswered } = await findSettled((await params).id)
  if (!order) notFound()
  const [products, sizes] = await Promise.all([findProducts(), exchangeSizes(order)])
  const again = linesToBuyAgain(order, products).map((line) => {
    return { ...line, image: shownPicture(line.image) }
  })
  return (
    <OrderDetail
      order={order}
      unanswered={unanswered}
      again={again}
      asks={findBankAccountRequests(order)}
      sizes={sizes}
      half={<OrderHalf order={order} choose={chooseHalfAction} />}
      cancel={cancelOrderAction}
      requestReturn={requestReturnAction}
      requestCancellation={requestCancellationAction}
    />
  )
}
