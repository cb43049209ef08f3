import 'server-only'

import { z } from 'zod'

import {
  database,
  FieldValue,
  find,
  readDocument,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { orderQuery, ordersFrom, type OrdersRead } from '#lib/order/order-store.ts'
import type { NumberState } from './number-range.ts'

const stateSchema = z.object({
  requestedAt: z.string(),
  left: z.int(),
  used: z.int(),
  notices: z.array(z.enum(['none-left', 'few-left', 'next-missing'])),
})

function reference() {
  return database().collection('sweeps').doc('invoice-numbers')
}

/** Returns the stored state of the invoice numbers. One read. Throws DatabaseUnavailable. */
export async function readNumberState(): Promise<NumberState | undefined> {
  const stored = await readDocument('reading invoice numbers', reference())
  return stateSchema.optional().catch(undefined).parse(stored.data())
}

/** Remembers how the invoice numbers stand; what was issued since `before` was read stays counted. Throws DatabaseUnavailable. */
export async function saveNumberState(
  state: NumberState,
  before: NumberState | undefined,
): Promise<void> {
  const used = before ? FieldValue.increment(0 - before.used) : 0
  await writeDocuments('noting invoice numbers', (batch) =>
    batch.set(reference(), { ...state, used }, { merge: true }),
  )
}

/** Counts an invoice that the shop issued off the numbers that are left. Throws DatabaseUnavailable. */
export async function countUsedNumber(): Promise<void> {
  await writeDocuments('counting an invoice number', (batch) =>
    batch.set(reference(), { used: FieldValue.increment(1) }, { merge: true }),
  )
}

/** The orders whose invoices are due for a step, the longest due first. */
export async function invoicesDue(now: Date, limit: number): Promise<OrdersRead> {
  const query = orderQuery()
    .where('invoiceCheckAt', '<=', now.toISOString())
    .orderBy('invoiceCheckAt')
    .limit(limit)
  return ordersFrom(await find('finding due invoices', query))
}

/** Returns the orders whose invoices need the owner, unordered. Reads only those. */
export async function ordersWithInvoiceAlarm(): Promise<OrdersRead> {
  const query = orderQuery().where('invoiceAlarm', '>', '')
  return ordersFrom(await find('finding invoice alarms', query))
}
