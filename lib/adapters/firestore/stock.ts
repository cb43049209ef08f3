import 'server-only'

import { type DocumentSnapshot, FieldValue, type Transaction } from 'firebase-admin/firestore'
import { z } from 'zod'

import { NEWCOMERS, newcomerHoldsSchema } from '../../order/hold.ts'
import type { NewcomerMove } from '../../order/newcomer-holds.ts'
import type { StockMove, ReservedStock, TakenPieces } from '../../order/stock.ts'
import { overrideSchema } from '../../product/product.ts'
import { SIZES } from '../../product/sizes.ts'
import { addCounts } from './counters.ts'
import { database, withDeadline } from './database.ts'
import { defined } from '../../defined.ts'
import { mergeFields } from './merge.ts'

/** The reference to the document that counts a product's pieces. */
export function stockReference(product: string) {
  return database().collection('stock').doc(product)
}

const takenSchema = z.object({
  stock: z.number().catch(0),
  preorder: z.number().catch(0),
  sizes: z.partialRecord(z.enum(SIZES), z.number()).optional().catch(undefined),
  override: overrideSchema.optional().catch(undefined),
  newcomers: newcomerHoldsSchema.optional().catch(undefined),
})

/** Reserved pieces of a product, from its document. */
export function takenFrom(snapshot: DocumentSnapshot | undefined): ReservedStock {
  const { sizes, override, newcomers, ...taken } = takenSchema.parse(snapshot?.data() ?? {})
  return {
    ...taken,
    ...defined({ sizes, override, newcomers }),
  }
}

/** Reads the reserved pieces of these products in a transaction. */
export async function takenIn(tx: Transaction, products: readonly string[]): Promise<TakenPieces> {
  if (products.length === 0) return new Map()
  const found = await tx.getAll(...products.map(stockReference))
  return new Map(found.map((snapshot) => [snapshot.id, takenFrom(snapshot)]))
}

/** Returns the reserved pieces of these products by id; one read each. Throws DatabaseUnavailable. */
export async function readTaken(products: readonly string[]): Promise<TakenPieces> {
  if (products.length === 0) return new Map()
  const found = await withDeadline('stock', database().getAll(...products.map(stockReference)))
  return new Map(found.map((snapshot) => [snapshot.id, takenFrom(snapshot)]))
}

// A sum of nothing is left out, as an empty map is (lib/adapters/firestore/merge.ts).
function newcomerFields(moves: readonly NewcomerMove[]) {
  const minutes = new Map<string, FieldValue | Readonly<Record<string, FieldValue>>>()
  for (const [minute, own] of Map.groupBy(moves, (move) => move.minute)) {
    const counts = own.flatMap(({ pieces }) => (pieces === 'over' ? [] : [pieces]))
    const sums = NEWCOMERS.flatMap((who) => {
      const sum = counts.reduce((total, one) => total + (one[who] ?? 0), 0)
      return sum === 0 ? [] : [[who, FieldValue.increment(sum)] as const]
    })
    if (own.length > counts.length) minutes.set(minute, FieldValue.delete())
    else minutes.set(minute, Object.fromEntries(sums))
  }
  return { newcomers: Object.fromEntries(minutes) }
}

/**
 * Counts pieces of a product taken or given back, and what newcomers hold of it, in one write of a transaction; it need not
 * have read them.
 */
export function moveStock(
  tx: Transaction,
  { id, stock, preorder, sizes }: StockMove,
  newcomers: readonly NewcomerMove[] = [],
): void {
  const held = newcomerFields(newcomers.filter((move) => move.id === id))
  addCounts(tx, stockReference(id), { stock, preorder, sizes }, held)
}

/** Counts what newcomers hold of products, in a write for each. */
export function moveNewcomers(tx: Transaction, moves: readonly NewcomerMove[]): void {
  for (const [id, own] of Map.groupBy(moves, (move) => move.id)) {
    const counted = mergeFields(newcomerFields(own))
    if (Object.keys(counted).length > 0) tx.set(stockReference(id), counted, { merge: true })
  }
}
