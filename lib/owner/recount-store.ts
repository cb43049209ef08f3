import 'server-only'

import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import {
  AggregateField,
  type DocumentSnapshot,
  type Timestamp,
  type Transaction,
  aggregate,
  database,
  expiry,
  findPages,
  readDocument,
  transact,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { movementsOf } from '../order/apply.ts'
import { movementSchema, type StoredMovement } from '../order/movements.ts'
import {
  isIndexRight,
  orderFrom,
  orderReference,
  OrderUnreadable,
  orderQuery,
} from '../order/order-store.ts'
import type { Order } from '../order/order.ts'
import { LIMIT_KEPT_DAYS, ORDER_LIMITS } from '../order/placement-store.ts'
import { type AccountOrders, accountOrdersSchema } from '../order/placement.ts'
import { isUnwritten } from '../order/stock-store.ts'
import { defined } from '../result.ts'
import { erasureReference } from './erasure-store.ts'

const reportSchema = z.object({
  /** The day (YYYY-MM-DD in Taipei) of the last comparison. */
  day: z.string(),
  checkedAt: z.iso.datetime(),
  /** What the last comparison that found anything found, in words. */
  found: z.object({ at: z.iso.datetime(), lines: z.array(z.string()) }).optional(),
})
export type CountReport = Readonly<z.infer<typeof reportSchema>>

const reference = () => database().collection('sweeps').doc('counts')

/** The last comparison of the counters with the orders; one read. Throws DatabaseUnavailable. */
export async function readCountReport(): Promise<CountReport | undefined> {
  const snapshot = await readDocument('reading the last count', reference())
  return reportSchema.safeParse(snapshot.data()).data
}

/** Keeps the last comparison. Throws DatabaseUnavailable. */
export async function saveCountReport(report: CountReport): Promise<void> {
  await writeDocuments('keeping a count', (batch) => batch.set(reference(), report))
}

/** An order as it is counted: null where it can't be read, and whether it is found by its own words. */
export type CountedOrder = {
  readonly id: string
  readonly order: Order | null
  readonly hasRightIndex: boolean
}

function countedFrom(snapshot: DocumentSnapshot): CountedOrder {
  try {
    const order = orderFrom(snapshot) ?? null
    return {
      id: snapshot.id,
      order,
      hasRightIndex: order !== null && isIndexRight(snapshot, order),
    }
  } catch (error) {
    if (!(error instanceof OrderUnreadable)) throw error
    return { id: snapshot.id, order: null, hasRightIndex: true }
  }
}

/** Every order there is, a page at a time; reads them all. Throws DatabaseUnavailable. */
export async function* everyOrder(): AsyncGenerator<readonly CountedOrder[]> {
  const sorted = orderQuery().orderBy('createdAt', 'desc')
  for await (const docs of findPages('counting orders', sorted)) yield docs.map(countedFrom)
}

/** Money and carrier's fees of movements, in whole TWD. */
export type BookedSums = { readonly amount: number; readonly fee: number }

/** The sums of these movements. */
export function sumsOf(movements: readonly Pick<StoredMovement, 'amount' | 'fee'>[]): BookedSums {
  return {
    amount: movements.reduce((sum, one) => sum + one.amount, 0),
    fee: movements.reduce((sum, { fee = 0 }) => sum + fee, 0),
  }
}

/** The sums of all movements there are; billed as one read for every thousand of them. */
export async function bookedInAll(): Promise<BookedSums> {
  const movements = database().collection('movements')
  const sums = ['amount', 'fee'].map(async (field) => {
    const query = movements.aggregate({ sum: AggregateField.sum(field) })
    return (await aggregate('adding up movements', query)).sum
  })
  const [amount = 0, fee = 0] = await Promise.all(sums)
  return { amount, fee }
}

/** The sums of each order's movements by the order's document id; reads every movement. */
export async function bookedByOrder(): Promise<ReadonlyMap<string, BookedSums>> {
  const booked = new Map<string, BookedSums>()
  const sorted = database().collection('movements').orderBy('__name__')
  for await (const docs of findPages('reading movements', sorted)) {
    for (const one of docs.map((doc) => movementSchema.parse({ ...doc.data(), id: doc.id }))) {
      const { amount, fee } = booked.get(one.orderId) ?? { amount: 0, fee: 0 }
      booked.set(one.orderId, { amount: amount + one.amount, fee: fee + (one.fee ?? 0) })
    }
  }
  return booked
}

/** What an order's movements said, and what the order says. */
export type BookedDifference = {
  readonly orderNumber: string
  readonly stored: BookedSums
  readonly counted: BookedSums
}

/**
 * Books an order anew where its movements do not add up to it. The transaction reads the order and
 * its movements before it compares, and every payment that changes the one writes the other in its
 * own transaction: both are of one moment, and none can move between the comparison and the commit.
 * Returns the difference, undefined where there is none. Throws DatabaseUnavailable,
 * OrderUnreadable.
 */
export async function repairMovements(id: string): Promise<BookedDifference | undefined> {
  const movements = database().collection('movements')
  return transact("repairing an order's movements", async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    const { docs } = await tx.get(movements.where('orderId', '==', id))
    if (!order) return undefined
    const own = movementsOf(order)
    const stored = sumsOf(docs.map((doc) => movementSchema.parse({ ...doc.data(), id: doc.id })))
    const counted = sumsOf(own)
    if (isDeepStrictEqual(stored, counted)) return undefined
    for (const { ref } of docs) tx.delete(ref)
    for (const { id: movement, ...fields } of own) tx.set(movements.doc(movement), fields)
    return { orderNumber: order.orderNumber, stored, counted }
  })
}

/** An account's record of its orders, and when it was written last. */
export type StoredAccount = {
  readonly record: AccountOrders
  readonly writtenAt: Timestamp | undefined
}

/** The record of every account that has ordered within the last days; one read each. Throws DatabaseUnavailable. */
export async function readAccountRecords(): Promise<ReadonlyMap<string, StoredAccount>> {
  const records = new Map<string, StoredAccount>()
  const sorted = database().collection(ORDER_LIMITS).orderBy('__name__')
  for await (const docs of findPages("reading accounts' records", sorted)) {
    for (const doc of docs) {
      const record = accountOrdersSchema.parse(doc.data())
      records.set(doc.id, { record, writtenAt: doc.updateTime })
    }
  }
  return records
}

/**
 * Stores an account's record anew, unless it was written since `seen` was read, as every placement
 * does in its own transaction (`moving`), or its account is gone. Throws DatabaseUnavailable.
 */
export async function repairAccountRecord(
  uid: string,
  { seen, counted }: { readonly seen: StoredAccount | undefined; readonly counted: AccountOrders },
  now: Date,
): Promise<'repaired' | 'moving' | 'gone'> {
  const reference = database().collection(ORDER_LIMITS).doc(uid)
  return transact("repairing an account's record", async (tx: Transaction) => {
    const [record, erasure] = await tx.getAll(reference, erasureReference(uid))
    if (erasure?.exists) return 'gone' as const
    if (!isUnwritten(record, seen)) return 'moving' as const
    const { heldSince, ...account } = counted
    tx.set(reference, {
      ...account,
      ...defined({ heldSince }),
      ...expiry(now.getTime(), LIMIT_KEPT_DAYS),
    })
    return 'repaired' as const
  })
}
