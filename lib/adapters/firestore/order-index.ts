import 'server-only'

import type { Transaction } from 'firebase-admin/firestore'

import { movementsBetween } from '../../order/effects.ts'
import type { Order } from '../../order/order.ts'
import { orderIndex, type OrderIndex } from '../../order/view.ts'
import { makeMoves } from '../../order/stock.ts'
import { addCounts } from './counters.ts'
import { database } from './database.ts'

/** Writes an order's movements and production counts and returns its search index. */
export function writeIndex(tx: Transaction, before: Order | undefined, after: Order): OrderIndex {
  const db = database()
  for (const { id, ...movement } of movementsBetween(before, after)) {
    tx.set(db.collection('movements').doc(id), movement)
  }
  for (const { id, title, pieces, days } of makeMoves(before, after)) {
    addCounts(tx, db.collection('to_make').doc(id), { pieces, days }, { title })
  }
  return orderIndex(after)
}
