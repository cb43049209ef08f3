import 'server-only'

import { FieldValue, type Transaction } from 'firebase-admin/firestore'

import { movementsBetween } from '../../order/event-effects.ts'
import type { Order } from '../../order/order.ts'
import { orderIndex, type OrderIndex } from '../../order/order-index.ts'
import { makeMoves } from '../../order/to-make.ts'
import { database } from './database.ts'

const increments = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, FieldValue.increment(count)]),
  )

/** Writes an order's movements and production counts and returns its search index. */
export function writeIndex(tx: Transaction, before: Order | undefined, after: Order): OrderIndex {
  const db = database()
  for (const { id, ...movement } of movementsBetween(before, after)) {
    tx.set(db.collection('movements').doc(id), movement)
  }
  for (const { id, title, pieces, days } of makeMoves(before, after)) {
    const counts = { title, pieces: increments(pieces), days: increments(days) }
    tx.set(db.collection('to_make').doc(id), counts, { merge: true })
  }
  return orderIndex(after)
}
