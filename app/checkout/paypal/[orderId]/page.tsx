import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'

import { OrderLines, OrderToPay, PaidOrder } from '#components/payment/order-to-pay.tsx'
import { waysToPay } from '#components/payment/messages.ts'
import { PaymentPanel } from '#components/payment/payment-panel.tsx'
import type { OrderAtHand } from '#components/payment/use-payment.ts'
import { requireAccount } from '#lib/account/require-account.ts'
import { offeredMethods, readPaypalScript } from '#lib/payment/ask-provider.ts'
import { isUnsettled, methodOf, paymentStatus } from '#lib/payment/payment-status.ts'
import { PATHS, paymentPath } from '#lib/site/paths.ts'

import { capturePaymentAction, refreshPaymentAction, startPaymentAction } from './actions.ts'
import { findOrder } from '#lib/order/find-orders.ts'

export function generateMetadata(): Metadata {
  return {
    title: '付款',
    description: `以 ${waysToPay(offeredMethods())}完成這筆訂單的付款。`,
    robots: { index: false },
  }
}

/** A provider may take 40 seconds to answer. */
export const maxDuration = 60

const actions = {
  start: startPaymentAction,
  capture: capturePaymentAction,
  refresh: refreshPaymentAction,
}

export default async function PaymentPage({
  params,
  searchParams,
}: {
  params: Promise<{ orderId: string }>
  searchParams: Promise<{ back?: string | string[] }>
}) {
  const [{ orderId }, { back }] = await Promise.all([params, searchParams])
  const account = await requireAccount(paymentPath(orderId))
  const order = await findOrder(orderId, account)
  if (!order) notFound()
  if (order.totalAmount <= 0) redirect(PATHS.cart)
  const payment: OrderAtHand = {
    id: order.id,
    number: order.orderId,
    createdAt: order.createdAt,
    status: paymentStatus(order),
    unsettled: isUnsettled(order),
    method: methodOf(order.payment),
    methods: offeredMethods(),
    back: back === 'cancelled' || back === 'tried' ? back : undefined,
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
