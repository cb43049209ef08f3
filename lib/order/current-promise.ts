import type { OrderItem } from './order-item.ts'
import type { TakenPieces } from './stock.ts'

/**
 * Items with the day about which their pre-orders ship now, as the transaction has read it. The page
 * on which they were chosen may still have shown a day that the shop has given up.
 */
export function currentPromises(items: readonly OrderItem[], taken: TakenPieces): OrderItem[] {
  return items.map((item) => {
    const shipsAbout = taken.get(item.id)?.override?.shipsAbout
    if (item.preorder === undefined || shipsAbout === undefined) return item
    return { ...item, preorder: { shipsAbout } }
  })
}
