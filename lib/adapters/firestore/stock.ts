import 'server-only'

import { type DocumentSnapshot, FieldValue, type Transaction } from 'firebase-admin/firestore'
import { z } from 'zod'

import type { StockMove, ReservedStock, TakenPieces } from '../../order/stock.ts'
import { overrideSchema } from '../../product/override.ts'
import { SIZES } from '../../product/sizes.ts'
import { database, withDeadline } from './database.ts'

/** The reference to the document that counts a product's pieces. */
export function stockReference(product: string) {
  return database().collection('stock').doc(product)
}

const takenSchema = z.object({
  stock: z.number().catch(0),
  preorder: z.number().catch(0),
  sizes: z.partialRecord(z.enum(SIZES), z.number()).optional().catch(undefined),
  override: overrideSchema.optional().catch(undefined),
})

/** Reserved pieces of a product, from its document. */
export function takenFrom(snapshot: DocumentSnapshot | undefined): ReservedStock {
  const { sizes, override, ...taken } = takenSchema.parse(snapshot?.data() ?? {})
  return {
    ...taken,
    ...(sizes === undefined ? {} : { sizes }),
    ...(override === undefined ? {} : { override }),
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

/** Counts pieces of a product taken or given back, in a transaction; it need not have read them. */
export function moveStock(tx: Transaction, { id, stock, preorder, sizes }: StockMove): void {
  const bySize = Object.entries(sizes).map(([size, count]) => [size, FieldValue.increment(count)])
  const counted = {
    stock: FieldValue.increment(stock),
    preorder: FieldValue.increment(preorder),
    ...(bySize.length === 0 ? {} : { sizes: Object.fromEntries(bySize) }),
  }
  tx.set(stockReference(id), counted, { merge: true })
}
