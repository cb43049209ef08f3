import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'

import { OrderLines, OrderToPay, PaidOrder } from '#components/payment/order-to-pay.tsx'
import { PaymentPanel } from '#components/payment/payment-panel.tsx'
import { requireAccount } from '#lib/account/require-account.ts'
import { readPaypalScript } from '#lib/payment/read-paypal-script.ts'
import { isUnsettled, paymentStatus } from '#lib/payment/payment-status.ts'
import { PATHS, paymentPath } from '#lib/site/paths.ts'

import { capturePaymentAction, refreshPaymentAction, startPaymentAction } from './actions.ts'
import { findOrder } from '#lib/order/find-orders.ts'

export const metadata: Metadata = {
  title: '付款',
  description: '以 PayPal 或信用卡完成這筆訂單的付款。',
  robots: { index: false },
}

const actions = {
  start: startPaymentAction,
  capture: capturePaymentAction,
  refresh: refreshPaymentAction,
}

export default async function PaymentPage({ params }: { params: Promise<{ orderId: string }> }) {
  const { orderId } = await params
  const account = await requireAccount(paymentPath(orderId))
  const order = await findOrder(orderId, account)
  if (!order) notFound()
  if (order.totalAmount <= 0) redirect(PATHS.cart)
  const payment = {
    id: order.id,
    number: order.orderId,
    createdAt: order.createdAt,
    status: paymentStatus(order),
    unsettled: isUnsettled(order),
  }
  return (
    <PaymentPanel
      order={payment}
      script={readPaypalScript()}
      actions={actions}
      due={<OrderToPay order={order} />}
      paid={<PaidOrder order={order} />}
      lines={<OrderLines order={order} />}
    />
  )
}
