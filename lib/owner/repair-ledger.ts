import 'server-only'

import { isDeepStrictEqual } from 'node:util'

import {
  AggregateField,
  aggregate,
  database,
  find,
  findPages,
  IN_LIMIT,
  inChunks,
  readDocuments,
  transact,
  type Transaction,
} from '#lib/adapters/firestore/database.ts'
import { movementSchema, orderEntries, type StoredMovement } from '#lib/ledger/entries.ts'
import { movementsOf } from '#lib/order/apply.ts'
import { orderFrom, orderReference } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { numbersOfDay, type ReadOrder } from './counted-days.ts'

/** Money and carrier's fees of ledger entries, in whole TWD. */
export type LedgerSums = { readonly amount: number; readonly fee: number }

/** The sums of these entries. */
export function sumsOf(entries: readonly Pick<StoredMovement, 'amount' | 'fee'>[]): LedgerSums {
  return {
    amount: entries.reduce((sum, one) => sum + one.amount, 0),
    fee: entries.reduce((sum, { fee = 0 }) => sum + fee, 0),
  }
}

/** What the ledger said of an order, and what the order says. */
export type LedgerDifference = {
  readonly orderNumber: string
  readonly stored: LedgerSums
  readonly counted: LedgerSums
}

const ledger = () => database().collection('movements')

const entriesOfDay = (day: string) => {
  const [from, until] = numbersOfDay(day)
  return ledger().where('orderNumber', '>=', from).where('orderNumber', '<', until)
}

/** The sums of the ledger for the orders of a day; billed as two reads for every thousand entries. Throws DatabaseUnavailable. */
export async function ledgerSumsOf(day: string): Promise<LedgerSums> {
  const sums = (['amount', 'fee'] as const).map(async (field) => {
    const query = entriesOfDay(day).aggregate({
      count: AggregateField.count(),
      sum: AggregateField.sum(field),
    })
    return (await aggregate('adding up the ledger', query)).sum
  })
  const [amount = 0, fee = 0] = await Promise.all(sums)
  return { amount, fee }
}

const entryFrom = (doc: { readonly id: string; data(): object }) =>
  movementSchema.parse({ ...doc.data(), id: doc.id })

/**
 * Books an order anew where its ledger entries do not add up to it. The transaction reads the order and
 * its entries before it compares, and every payment that changes the one writes the other in its
 * own transaction: both are of one moment, and none can move between the comparison and the commit.
 * Returns the difference, undefined where there is none. Throws DatabaseUnavailable,
 * OrderUnreadable.
 */
export async function repairLedger(id: string): Promise<LedgerDifference | undefined> {
  return transact("repairing an order's ledger entries", async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    const { docs } = await tx.get(ledger().where('orderId', '==', id))
    if (!order) return undefined
    const own = movementsOf(order)
    const stored = sumsOf(docs.map(entryFrom))
    const counted = sumsOf(own)
    if (isDeepStrictEqual(stored, counted)) return undefined
    for (const { ref } of docs) tx.delete(ref)
    for (const { id: entry, ...fields } of own) tx.set(ledger().doc(entry), fields)
    return { orderNumber: order.orderNumber, stored, counted }
  })
}

/** Books each of these orders anew whose ledger entries do not add up to it; reads their entries. Throws DatabaseUnavailable. */
export async function repairLedgers(
  orders: readonly Order[],
): Promise<readonly LedgerDifference[]> {
  const ids = orders.map(({ id }) => id)
  const docs = await inChunks(ids, IN_LIMIT, (part) =>
    find('reading ledger entries', ledger().where('orderId', 'in', part)),
  )
  const stored = Map.groupBy(docs.map(entryFrom), ({ orderId }) => orderId)
  const repaired: LedgerDifference[] = []
  for (const order of orders) {
    const own = sumsOf(stored.get(order.id) ?? [])
    if (isDeepStrictEqual(own, sumsOf(orderEntries(order)))) continue
    const difference = await repairLedger(order.id)
    if (difference) repaired.push(difference)
  }
  return repaired
}

/** The document ids of orders of a day that are not there, though the ledger names them: nothing says what they were. */
export async function findOwnerless(day: string): Promise<readonly string[]> {
  const ownerless = new Set<string>()
  const sorted = entriesOfDay(day).orderBy('orderNumber')
  for await (const docs of findPages('reading ledger entries', sorted)) {
    const ids = [...new Set(docs.map((doc) => entryFrom(doc).orderId))]
    const orders = await readDocuments('reading orders of the ledger', ids.map(orderReference))
    for (const order of orders) if (!order.exists) ownerless.add(order.id)
  }
  return [...ownerless]
}

/** Adds up what the orders of a day say of money. */
export class LedgerTally {
  #sums: LedgerSums = { amount: 0, fee: 0 }

  add(page: readonly ReadOrder[]): void {
    const entries = page.flatMap(({ order }) => (order ? orderEntries(order) : []))
    const { amount, fee } = sumsOf(entries)
    this.#sums = { amount: this.#sums.amount + amount, fee: this.#sums.fee + fee }
  }

  isEqual(sums: LedgerSums): boolean {
    return isDeepStrictEqual(this.#sums, sums)
  }
}
