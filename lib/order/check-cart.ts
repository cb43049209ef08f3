import 'server-only'

import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { overdueHolds, changeOrder } from './order-store.ts'
import { readTaken } from './stock-store.ts'
import type { OfferTerms } from '../price/offer.ts'
import { checkLines, type RefusedLine } from '../price/price.ts'
import { type Product, withOverride } from '../product/product.ts'
import { cancelRightsOf, type OrderedLine, type Order, type OrderItem } from './order.ts'
import type { CancelRight } from './events.ts'
import { currentPromises } from './placement.ts'
import { lapseHold } from './fulfilment.ts'
import {
  afterMoves,
  givenBack,
  missingLines,
  piecesMissing,
  stockOf,
  type ReservedStock,
  type TakenPieces,
} from './stock.ts'

/** A cart as an order would be now: its lines with prices and pre-orders, and the lines that can't be bought. */
export type CartCheck = {
  readonly items: readonly OrderItem[]
  readonly refused: readonly RefusedLine[]
  /** Rights to cancel that the order would have. */
  readonly cancelRights: readonly CancelRight[]
  /** The offers that run now. */
  readonly offers: readonly OfferTerms[]
}

/** Milliseconds to cache a stock count: shoppers look at carts more often than they buy. */
const REMEMBERED_FOR = 10_000

const NONE: ReservedStock = { stock: 0, preorder: 0 }
const remembered = new Map<string, { readonly at: number; readonly taken: ReservedStock }>()

// Pieces of overdue holds are free for another buyer.
async function withoutOverdue(id: string, taken: ReservedStock, now: Date): Promise<ReservedStock> {
  const { orders } = await overdueHolds(id, now)
  const lapsing = orders.filter((one) => lapseHold(one, 'needed-by-another', { now, by: 'sweep' }))
  return afterMoves(taken, givenBack(lapsing.flatMap(({ items }) => stockOf(items))), id)
}

// With the database away a cart is checked by the catalogue alone; the order's own transaction decides.
async function takenOf(
  items: readonly OrderItem[],
  offers: readonly Product[],
  now: Date,
): Promise<TakenPieces> {
  const isOld = (id: string) => now.getTime() - (remembered.get(id)?.at ?? 0) > REMEMBERED_FOR
  const old = offers.map(({ id }) => id).filter(isOld)
  try {
    const read = new Map(await readTaken(old))
    const missing = new Set(piecesMissing({ items }, read, offers).map(({ item }) => item.id))
    for (const [id, taken] of read) {
      if (missing.has(id)) read.set(id, await withoutOverdue(id, taken, now))
    }
    for (const [id, taken] of read) remembered.set(id, { at: now.getTime(), taken })
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
  }
  return new Map(offers.map(({ id }) => [id, remembered.get(id)?.taken ?? NONE]))
}

/** Checks a cart as the order would be checked, without placing anything. What is left of a product may be ten seconds old. */
export async function checkCart(
  lines: readonly OrderedLine[],
  {
    products,
    offers,
    now,
  }: Pick<CartCheck, 'offers'> & { readonly products: readonly Product[]; readonly now: Date },
): Promise<CartCheck> {
  const { items, refused } = checkLines(lines, { products, now })
  const wanted = products.filter(({ id }) => items.some((item) => item.id === id))
  const taken = await takenOf(items, wanted, now)
  const missing = missingLines(piecesMissing({ items }, taken, wanted))
  const current = wanted.map((one) => withOverride(one, taken.get(one.id)?.override))
  return {
    items: currentPromises(items, taken),
    refused: [...refused, ...missing],
    cancelRights: cancelRightsOf(items, current),
    offers,
  }
}

/**
 * Ends other orders' overdue holds; one query a product, one transaction a hold. Throws
 * DatabaseUnavailable.
 */
export async function lapseOverdue({ id: own, items }: Pick<Order, 'id' | 'items'>): Promise<void> {
  const context = { now: new Date(), by: 'sweep' } as const
  for (const product of new Set(items.map(({ id }) => id))) {
    const { orders } = await overdueHolds(product, context.now)
    for (const { id } of orders.filter((order) => order.id !== own)) {
      await changeOrder(id, (stored) => lapseHold(stored, 'needed-by-another', context))
    }
  }
}
