import 'server-only'

import { z } from 'zod'

import type { ProvenAddress } from '#lib/account/proven-address.ts'
import {
  FieldPath,
  type Query,
  database,
  expiry,
  find,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { log } from '#lib/log/log.ts'
import { ordersFrom, orderQuery } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'

const orders = () => orderQuery()

async function read(what: string, query: Query) {
  const docs = await find(what, query)
  const { orders: found, unreadable } = ordersFrom(docs)
  for (const document of unreadable) log('order-unreadable', { document }, 'WARNING')
  return { found, last: docs.at(-1)?.id, isFull: (limit: number) => docs.length === limit }
}

/** Some orders of an account, by their ids; `next` is where the following ones begin, if there are any. */
export type OrdersOfAccount = { readonly orders: readonly Order[]; readonly next?: string }

/**
 * Returns up to `most` orders of an account after one id, reading only those. Throws
 * DatabaseUnavailable.
 */
export async function ordersOfAccount(
  uid: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<OrdersOfAccount> {
  const all = orders().where('uid', '==', uid).orderBy(FieldPath.documentId())
  const rest = after === undefined ? all : all.startAfter(after)
  const { found, last, isFull } = await read('reading orders of an account', rest.limit(limit))
  return last !== undefined && isFull(limit) ? { orders: found, next: last } : { orders: found }
}

const PAGE = 300

/** All orders of an account, the newest first. Throws DatabaseUnavailable. */
export async function allOrdersOfAccount(uid: string): Promise<readonly Order[]> {
  const all: Order[] = []
  let after: string | undefined
  do {
    const page = await ordersOfAccount(uid, { after, limit: PAGE })
    all.push(...page.orders)
    after = page.next
  } while (after !== undefined)
  return all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

// The sign-in service lower-cases e-mails; a recipient's e-mail stays as typed.
const spellings = (email: ProvenAddress) => [...new Set([email, email.toLowerCase()])]

/** Returns the orders whose account had this e-mail. The account may never have proven it. */
export async function ordersUnderEmail(email: ProvenAddress): Promise<readonly Order[]> {
  const query = orders().where('email', 'in', spellings(email))
  return (await read('finding an e-mail', query)).found
}

/** Returns the orders with this recipient e-mail. */
export async function ordersNaming(email: ProvenAddress): Promise<readonly Order[]> {
  const query = orders().where('recipient.email', 'in', spellings(email))
  return (await read('finding a recipient', query)).found
}

/** Cancelled orders that were placed in a span (ISO 8601), the oldest first, at most so many. */
export async function cancelledBetween(
  { from, until }: { readonly from: string; readonly until: string },
  limit: number,
): Promise<readonly Order[]> {
  const query = orders()
    .where('status', '==', '已取消')
    .where('createdAt', '>', from)
    .where('createdAt', '<', until)
    .orderBy('createdAt')
  return (await read('finding cancelled orders', query.limit(limit))).found
}

const ERASURES = 'erasures'

/** Longer than any backup lasts (docs/operations.md, Backup), so that a restore can run them again. */
const RETENTION_DAYS = 400

const erasureSchema = z.object({
  uid: z.string(),
  /** `all`: the owner erased a person. `unpaid`: a member deleted the account; paid orders stay as they are. */
  scope: z.enum(['all', 'unpaid']),
  /** Account or person that requested it. */
  by: z.string(),
  startedAt: z.iso.datetime(),
  /** The id of the last order that is done. */
  cursor: z.string().optional(),
  /** Whether an order was passed over, because it is not over yet. */
  hasOpen: z.boolean().default(false),
  /** Time of the next step; absent when done. */
  dueAt: z.iso.datetime().optional(),
})

/** An erasure of a person: erasures/{uid}. */
export type ErasureRun = Readonly<z.infer<typeof erasureSchema>>

export const erasureReference = (uid: string) => database().collection(ERASURES).doc(uid)

/** Writes down how far an erasure is. Throws DatabaseUnavailable. */
export async function saveErasure(run: ErasureRun): Promise<void> {
  await writeDocuments('saving an erasure', (batch) =>
    batch.set(erasureReference(run.uid), { ...run, ...expiry(run.startedAt, RETENTION_DAYS) }),
  )
}

async function readErasures(what: string, query: Query): Promise<readonly ErasureRun[]> {
  const docs = await find(what, query)
  return docs.flatMap((document) => erasureSchema.safeParse(document.data()).data ?? [])
}

/** Erasures that go on now, at most so many. Throws DatabaseUnavailable. */
export function dueErasures(now: Date, limit: number): Promise<readonly ErasureRun[]> {
  const due = database().collection(ERASURES).where('dueAt', '<=', now.toISOString())
  return readErasures('finding erasures', due.orderBy('dueAt').limit(limit))
}

/** Every erasure that is kept, the oldest first. Throws DatabaseUnavailable. */
export function allErasures(): Promise<readonly ErasureRun[]> {
  return readErasures('reading erasures', database().collection(ERASURES).orderBy('startedAt'))
}
