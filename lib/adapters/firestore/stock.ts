import 'server-only'

import { type DocumentSnapshot, FieldValue, type Transaction } from 'firebase-admin/firestore'

import type { StockMove, Taken } from '../../order/stock.ts'
import { database, withDeadline } from './database.ts'

/** The reference to the document that counts a product's pieces. */
export function stockReference(product: string) {
  return database().collection('stock').doc(product)
}

function count(snapshot: DocumentSnapshot | undefined, field: string): number {
  const value: unknown = snapshot?.get(field)
  return typeof value === 'number' ? value : 0
}

/** What is taken of a product, from its document. */
export function takenFrom(snapshot: DocumentSnapshot | undefined): Taken {
  return { stock: count(snapshot, 'stock'), preorder: count(snapshot, 'preorder') }
}

/** What is taken of these products, by their ids; one read each. Throws DatabaseUnavailable. */
export async function readTaken(products: readonly string[]): Promise<ReadonlyMap<string, Taken>> {
  if (products.length === 0) return new Map()
  const found = await withDeadline('stock', database().getAll(...products.map(stockReference)))
  return new Map(found.map((snapshot) => [snapshot.id, takenFrom(snapshot)]))
}

/** Counts pieces of a product taken or given back, in a transaction; it need not have read them. */
export function moveStock(tx: Transaction, { id, stock, preorder }: StockMove): void {
  tx.set(
    stockReference(id),
    { stock: FieldValue.increment(stock), preorder: FieldValue.increment(preorder) },
    { merge: true },
  )
}
