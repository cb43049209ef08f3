import { shipDayOf } from '../product/override.ts'
import type { OrderItem } from './order-item.ts'
import type { TakenPieces } from './stock.ts'

// Goods that arrived since the line was priced are in stock; a day that was moved is the new one.
function currentPromise(item: OrderItem, taken: TakenPieces): OrderItem {
  const override = taken.get(item.id)?.override
  const { preorder, ...rest } = item
  const written = preorder?.shipsAbout ?? override?.shipsAbout
  if (preorder === undefined || written === undefined) return item
  const shipsAbout = shipDayOf(written, override)
  return shipsAbout === undefined ? rest : { ...item, preorder: { ...preorder, shipsAbout } }
}

/**
 * Returns items with the promise that the transaction read. The shopper's page may show an older
 * one.
 */
export function currentPromises(items: readonly OrderItem[], taken: TakenPieces): OrderItem[] {
  return items.map((item) => currentPromise(item, taken))
}
