import { isAwaited } from '#lib/order/delivery-estimate.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { type PreorderClaim, preorderClaim } from '#lib/order/preorder-claim.ts'

/**
 * Change of a product's pre-ordered units to make: by colour and size, those of them whose order is pending
 * (preorder-claim.ts), and by promised day.
 */
export type UnitsMove = {
  readonly id: string
  readonly title: string
  readonly units: Readonly<Record<string, number>>
  readonly pending: Readonly<Record<string, number>>
  readonly days: Readonly<Record<string, number>>
}

/** The name of a colour and size among the units to make. */
export function unitKey({ color = '', size }: Pick<OrderItem, 'color' | 'size'>): string {
  return `${color} ${size}`
}

/** The promised day of what was ordered without one. */
export const NO_DAY = '9999-12-31'

/** The items of an order that are to be made: those that it waits for, once its money came. */
export function itemsToMake(
  order: Order,
): readonly (OrderItem & { readonly claim: PreorderClaim })[] {
  const claim = preorderClaim(order)
  if (claim === undefined || claim === 'unpaid') return []
  return order.items.filter(isAwaited).map((item) => ({ ...item, claim }))
}

function countBy(items: readonly OrderItem[], keyOf: (item: OrderItem) => string) {
  const counts = new Map<string, number>()
  for (const item of items) {
    counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + item.quantity)
  }
  return Object.fromEntries([...counts].filter(([, count]) => count !== 0))
}

/**
 * Returns the change in pieces to make. A new order, with `before` undefined, adds all of its
 * units.
 */
export function makeMoves(before: Order | undefined, after: Order): readonly UnitsMove[] {
  const gone = (before ? itemsToMake(before) : []).map((item) => {
    return { ...item, quantity: -item.quantity }
  })
  const changed = [...gone, ...itemsToMake(after)]
  return [...Map.groupBy(changed, ({ id }) => id)].flatMap(([id, items]): UnitsMove[] => {
    const units = countBy(items, unitKey)
    const pending = countBy(
      items.filter(({ claim }) => claim === 'pending'),
      unitKey,
    )
    const days = countBy(items, ({ preorder }) => preorder?.shipsAbout ?? NO_DAY)
    const isSame = [units, pending, days].every((counts) => Object.keys(counts).length === 0)
    return isSame ? [] : [{ id, title: items.at(-1)?.title ?? id, units, pending, days }]
  })
}
