import 'server-only'

import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { readTaken } from '../adapters/firestore/stock.ts'
import { checkLines, type RefusedLine } from '../price/check-price.ts'
import type { Product } from '../product/product.ts'
import type { OrderItem } from './order.ts'
import type { OrderedLine } from './order-request.ts'
import { missingLines, piecesMissing, type Taken } from './stock.ts'

/** A cart as an order would be now: its lines with prices and pre-orders, and the lines that can't be bought. */
export type CartCheck = {
  readonly items: readonly OrderItem[]
  readonly refused: readonly RefusedLine[]
}

/** How long the count of a product's pieces is remembered, in milliseconds: carts are looked at more often than bought. */
const REMEMBERED_FOR = 10_000

const NONE: Taken = { stock: 0, preorder: 0 }
const remembered = new Map<string, { readonly at: number; readonly taken: Taken }>()

// With the database away a cart is checked by the catalogue alone; the order's own transaction decides.
async function takenOf(ids: readonly string[], now: number): Promise<(id: string) => Taken> {
  const old = ids.filter((id) => now - (remembered.get(id)?.at ?? 0) > REMEMBERED_FOR)
  try {
    const read = await readTaken(old)
    for (const [id, taken] of read) remembered.set(id, { at: now, taken })
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
  }
  return (id) => remembered.get(id)?.taken ?? NONE
}

/** Checks a cart as the order would be checked, without placing anything. What is left of a product may be ten seconds old. */
export async function checkCart(
  lines: readonly OrderedLine[],
  { products, now }: { readonly products: readonly Product[]; readonly now: Date },
): Promise<CartCheck> {
  const { items, refused } = checkLines(lines, { products, now })
  const wanted = products.filter(({ id }) => items.some((item) => item.id === id))
  const taken = await takenOf(
    wanted.map(({ id }) => id),
    now.getTime(),
  )
  const counted = new Map(wanted.map(({ id }) => [id, taken(id)]))
  const missing = piecesMissing({ items }, counted, wanted)
  return { items, refused: [...refused, ...missingLines(missing)] }
}
