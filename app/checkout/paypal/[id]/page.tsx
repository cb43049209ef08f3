import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'

import { chooseHalfAction } from '#app/account/order/[id]/actions.ts'
import { TermsLinks } from '#components/checkout/terms-links.tsx'
import { OrderHalf } from '#components/half/order-half.tsx'
import { reservationNote, offerReason, payBefore } from '#components/order/payment-text.ts'
import { HEADLINES, PAYMENT_MESSAGES, waysToPay } from '#components/payment/messages.ts'
import { methodRow } from '#components/payment/method-labels.ts'
import { OrderLines } from '#components/payment/order-lines.tsx'
import { otherMethodsNote } from '#components/payment/other-methods-note.ts'
import { PaidOrder } from '#components/payment/paid-order.tsx'
import { PaymentAmounts } from '#components/payment/payment-amounts.tsx'
import { PaymentCodePanel } from '#components/payment/payment-code-panel.tsx'
import { PaymentFacts } from '#components/payment/payment-facts.tsx'
import { PaymentPanel } from '#components/payment/payment-panel.tsx'
import type { PayableOrder } from '#components/payment/use-payment.ts'
import { PurchaseHeadings } from '#components/ui/purchase-headings.tsx'
import { inAppBrowser } from '#lib/account/in-app-browser.ts'
import { requireAccount } from '#lib/account/session.ts'
import { purchaseEvent } from '#lib/analytics/purchase-event.ts'
import { findOrder } from '#lib/order/find-orders.ts'
import { orderView } from '#lib/order/order-view.ts'
import { findMethod, methodsInApp } from '#lib/payment/methods.ts'
import { offeredMethods } from '#lib/payment/offered-methods.ts'
import { isUnsettled, methodOf } from '#lib/payment/payment-status.ts'
import { codeAttempt } from '#lib/payment/payment.ts'
import { readPaypalScript } from '#lib/payment/paypal-script.ts'
import { methodsOfOrder } from '#lib/payment/start-payment.ts'
import { PATHS, paymentPath } from '#lib/routes/paths.ts'
import { capturePaymentAction, refreshPaymentAction, startPaymentAction } from './actions.ts'

// Title and page ask for the same order; it is read once.
const findOwnOrder = cache(async (id: string) => {
  const account = await requireAccount(paymentPath(id))
  return findOrder(account, id)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const order = await findOwnOrder((await params).id)
  return {
    title: order ? HEADLINES[orderView(order).headline] : PAYMENT_MESSAGES.missing,
    description: `以 ${waysToPay(offeredMethods())}完成這筆訂單的付款。`,
    robots: { index: false },
  }
}

type Props = {
  readonly params: Promise<{ id: string }>
  readonly searchParams: Promise<{ back?: string | string[]; by?: string | string[] }>
}

/** A provider may take 40 seconds to answer. */
export const maxDuration = 60

const actions = {
  start: startPaymentAction,
  capture: capturePaymentAction,
  refresh: refreshPaymentAction,
}

export default async function PaymentPage({ params, searchParams }: Props) {
  const [{ id }, { back, by }, sent] = await Promise.all([params, searchParams, headers()])
  const order = await findOwnOrder(id)
  if (!order) notFound()
  if (order.totalAmount <= 0) redirect(PATHS.cart)
  const view = orderView(order)
  const offers = await methodsOfOrder(order)
  const inApp = inAppBrowser(sent.get('user-agent') ?? '')
  const problems = new Map(offers.map(({ method, problem }) => [method, problem]))
  const offered = offers.map(({ method }) => method)
  const methods = inApp ? methodsInApp(offered) : offered
  const tried = methodOf(order.payment)
  const total = [{ kind: 'total', amount: order.totalAmount }] as const
  const payment: PayableOrder = {
    id: order.id,
    number: order.orderNumber,
    payBefore: payBefore(order),
    reservationNote: reservationNote(order),
    status: view.status,
    headline: view.headline,
    unsettled: isUnsettled(order),
    amount: order.totalAmount,
    method: tried,
    rows: methods.map((method) => {
      return methodRow(method, { why: offerReason(problems.get(method)), inApp })
    }),
    chosen: findMethod(by) ?? tried,
    inApp,
    back: back === 'cancelled' || back === 'tried' ? back : undefined,
    purchase: purchaseEvent(order),
    bought: order.items.map(({ id, color, size, quantity }) => ({ id, color, size, quantity })),
  }
  return (
    <PurchaseHeadings>
      <PaymentPanel
        order={payment}
        script={readPaypalScript()}
        actions={actions}
        amounts={{
          shown: <PaymentAmounts amounts={view.amounts} />,
          changed: <PaymentAmounts amounts={total} />,
        }}
        facts={<PaymentFacts order={order} />}
        lines={{
          shown: <OrderLines order={order} promise={view.promise} />,
          changed: <OrderLines order={order} promise={undefined} />,
        }}
        paid={
          <PaidOrder
            order={order}
            view={view}
            half={<OrderHalf order={order} choose={chooseHalfAction} />}
          />
        }
        code={codeAttempt(order.payment) ? <PaymentCodePanel order={order} /> : null}
        otherMethods={otherMethodsNote(order.payment)}
      />
      <TermsLinks />
    </PurchaseHeadings>
  )
}
