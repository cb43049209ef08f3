import { isAwaited } from './awaited.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { isToShip } from './ship-queue.ts'

/** Change of a product's pre-ordered pieces to make: by colour and size, and by promised day. */
export type PiecesMove = {
  readonly id: string
  readonly title: string
  readonly pieces: Readonly<Record<string, number>>
  readonly days: Readonly<Record<string, number>>
}

/** The name of a colour and size among the pieces to make. */
export function pieceKey({ color = '', size }: Pick<OrderItem, 'color' | 'size'>): string {
  return `${color} ${size}`
}

/** The promised day of what was ordered without one. */
export const NO_DAY = '9999-12-31'

function itemsToMake(order: Order | undefined, sign: 1 | -1) {
  const items = order && isToShip(order) ? order.items : []
  return items.filter(isAwaited).map((item) => ({ ...item, quantity: sign * item.quantity }))
}

type CountedItem = ReturnType<typeof itemsToMake>[number]

function countBy(items: readonly CountedItem[], keyOf: (item: CountedItem) => string) {
  const counts = new Map<string, number>()
  for (const item of items) {
    counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + item.quantity)
  }
  return Object.fromEntries([...counts].filter(([, count]) => count !== 0))
}

/**
 * Returns the change in pieces to make. A new order, with `before` undefined, adds all of its
 * pieces.
 */
export function makeMoves(before: Order | undefined, after: Order): readonly PiecesMove[] {
  const changed = [...itemsToMake(before, -1), ...itemsToMake(after, 1)]
  return [...Map.groupBy(changed, ({ id }) => id)].flatMap(([id, items]): PiecesMove[] => {
    const pieces = countBy(items, pieceKey)
    const days = countBy(items, ({ preorder }) => preorder?.shipsAbout ?? NO_DAY)
    const isSame = Object.keys(pieces).length + Object.keys(days).length === 0
    return isSame ? [] : [{ id, title: items.at(-1)?.title ?? id, pieces, days }]
  })
}
