'use client'

import { useEffect, useState } from 'react'

import type { Standing } from '#lib/payment/standing.ts'

import type { PaymentActions } from './payment-actions.ts'
import { type PaymentFlow, paymentFlow, type PaymentView } from './payment-flow.ts'

/** How often, and how many times, the page asks about a payment that PayPal has not confirmed. */
const ASK_EVERY = 3_000
const ASK_AT_MOST = 20

/** The state of the payment page and what its buttons do; what was approved while the shopper was away is asked about at once. */
export function usePayment(
  order: { readonly id: string; readonly standing: Standing; readonly unsettled: boolean },
  actions: PaymentActions,
): { readonly view: PaymentView; readonly flow: PaymentFlow } {
  const [view, setView] = useState<PaymentView>({ standing: order.standing })
  const [flow] = useState(() => paymentFlow(order.id, actions, setView))
  const { unsettled } = order
  const { standing } = view

  useEffect(() => {
    if (unsettled) void flow.refresh()
  }, [unsettled, flow])

  useEffect(() => {
    if (standing !== 'confirming') return undefined
    let asked = 0
    const timer = setInterval(() => {
      asked += 1
      if (asked >= ASK_AT_MOST) clearInterval(timer)
      void flow.refresh()
    }, ASK_EVERY)
    return () => clearInterval(timer)
  }, [standing, flow])

  return { view, flow }
}
