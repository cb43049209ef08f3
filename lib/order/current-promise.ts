import type { OrderItem } from './order-item.ts'
import type { TakenPieces } from './stock.ts'

/**
 * Returns items with the ship date that the transaction read. The shopper's page may show an older
 * one.
 */
export function currentPromises(items: readonly OrderItem[], taken: TakenPieces): OrderItem[] {
  return items.map((item) => {
    const shipsAbout = taken.get(item.id)?.override?.shipsAbout
    if (item.preorder === undefined || shipsAbout === undefined) return item
    return { ...item, preorder: { shipsAbout } }
  })
}
