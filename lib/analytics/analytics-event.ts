import { type Size, variantSku } from '#lib/product/sizes.ts'

/** An item of an event; `price` is paid for one unit, in TWD. */
export type AnalyticsItem = {
  readonly id: string
  readonly title: string
  readonly price: number
  readonly color?: string | undefined
  /** Missing if no size was chosen: the event is about the whole product. */
  readonly size?: Size
  readonly quantity?: number
}

/** A paid order; `value` is what was paid for its items, without delivery. */
export type PurchaseEvent = {
  readonly name: 'purchase'
  readonly transactionId: string
  readonly value: number
  readonly shipping: number
  readonly items: readonly AnalyticsItem[]
}

type ItemsEvent = {
  readonly name: 'view_item' | 'add_to_cart' | 'begin_checkout'
  readonly items: readonly AnalyticsItem[]
}

/** An event of the shop, by Google's names (developers.google.com/analytics, ecommerce). */
export type AnalyticsEvent = ItemsEvent | PurchaseEvent

function itemParams({ id, title, price, color, size, quantity = 1 }: AnalyticsItem) {
  const variant = [color, size].filter((part) => part !== undefined).join(' ')
  return {
    item_id: size === undefined ? id.toUpperCase() : variantSku(id, size),
    item_name: title,
    ...(variant === '' ? {} : { item_variant: variant }),
    price,
    quantity,
  }
}

/**
 * The parameters of an event for gtag: items, their value and the currency, and of a purchase the order's number and
 * delivery fee. Never a name, an e-mail or an address.
 */
export function eventParams(event: AnalyticsEvent) {
  const items = event.items.map(itemParams)
  if (event.name === 'purchase') {
    const { transactionId, value, shipping } = event
    return { transaction_id: transactionId, currency: 'TWD', value, shipping, items }
  }
  const value = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return { currency: 'TWD', value, items }
}

/** Parameters as gtag takes them. */
export type EventParams = ReturnType<typeof eventParams>
