'use client'
import { useEffect, useRef } from 'react'

import { sendAnalyticsEvent } from '#components/analytics/send-analytics-event.ts'
import { useCart } from '#components/cart/cart-provider.tsx'
import { forgetCheckout } from '#components/checkout/checkout-draft.ts'
import { endPlacedCart } from '#components/checkout/placed-cart.ts'
import { browserStorage } from '#components/ui/browser.ts'
import type { PurchaseEvent } from '#lib/analytics/analytics-event.ts'
import { type BoughtLine, withoutBought } from '#lib/cart/bought.ts'
import { isText, listOf } from '#lib/text/json-shape.ts'

const paidOrders = browserStorage('paid-orders')
const isIds = listOf(isText)

/** Maximum paid orders that this browser remembers. */
const MAX_REMEMBERED = 20

/**
 * Takes what was bought out of the cart where it is still there, ends its checkout and sends the purchase to analytics,
 * once in this browser: a paid order is looked at again, and units may have been added since it was placed.
 */
export function FinishPurchase({
  order: { id, bought, purchase },
  isNew,
}: {
  order: {
    readonly id: string
    readonly bought: readonly BoughtLine[]
    readonly purchase: PurchaseEvent
  }
  /** False for an order that has shipped already: its purchase is no news. */
  isNew: boolean
}) {
  const { ready, lines, replace } = useCart()
  const finished = useRef<string>(undefined)
  useEffect(() => {
    if (!ready || finished.current === id) return
    finished.current = id
    const before = paidOrders.readAs(isIds) ?? []
    if (before.includes(id)) return
    paidOrders.write(JSON.stringify([id, ...before].slice(0, MAX_REMEMBERED)))
    if (!endPlacedCart(id)) replace(withoutBought(lines, bought))
    forgetCheckout()
    if (isNew) sendAnalyticsEvent(purchase)
  }, [ready, lines, replace, id, bought, purchase, isNew])
  return null
}
