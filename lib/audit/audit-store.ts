import 'server-only'

import { randomUUID } from 'node:crypto'
import {
  type Query,
  type Transaction,
  countOf,
  database,
  expiry,
  find,
  transact,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { AUDIT_DAYS, type AuditKind } from './audit.ts'
import { type AuditEntry, auditSchema } from './audit-entry.ts'
import { defined } from '../result.ts'
import { mailSchema } from '../mail/mail.ts'
import { shippingMail } from '../mail/notifications.ts'
import { isStored } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import {
  commit,
  type OrderDecision,
  orderFrom,
  orderReference,
  orderQuery,
} from '../order/order-store.ts'
import { isMailEnabled, outbox, queueForSending } from '../mail/outbox-store.ts'

const audit = () => database().collection('audit')

/** Adds an audit entry. Entries are never changed or removed. Throws DatabaseUnavailable. */
export async function addAudit(entry: AuditEntry): Promise<void> {
  const id = `${entry.at.replaceAll(/\D/g, '')}-${randomUUID()}`
  await writeDocuments('writing the audit trail', (batch) =>
    batch.create(audit().doc(id), { ...entry, ...expiry(entry.at, AUDIT_DAYS) }),
  )
}

async function read(query: Query): Promise<readonly AuditEntry[]> {
  const docs = await find('reading the audit trail', query)
  return docs.flatMap((document) => auditSchema.safeParse(document.data()).data ?? [])
}

/** Filter of the audit trail by kind, actor or object. */
export type AuditQuery = {
  readonly kind?: AuditKind | undefined
  readonly who?: string | undefined
  readonly object?: string | undefined
  /** Upper bound of the time (ISO 8601), exclusive. */
  readonly before?: string | undefined
}

/** Entries of the audit trail, the newest first, at most so many; reads what it answers. Throws DatabaseUnavailable. */
export function auditEntries(
  { before, ...fields }: AuditQuery,
  limit: number,
): Promise<readonly AuditEntry[]> {
  let query: Query = audit()
  for (const [field, value] of Object.entries(defined(fields))) {
    query = query.where(field, '==', value)
  }
  if (before !== undefined) query = query.where('at', '<', before)
  return read(query.orderBy('at', 'desc').limit(limit))
}

/** Counts a person's entries of a kind and outcome since a time; billed as one read. */
export async function countAudit(
  { who, outcome }: Pick<AuditEntry, 'who' | 'outcome'>,
  since: string,
): Promise<number> {
  const query = audit().where('who', '==', who).where('outcome', '==', outcome)
  return countOf('counting the audit trail', query.where('at', '>=', since))
}

// The mails about an order's parcel, its copy to the second address too, and whether all still wait.
async function parcelMails(tx: Transaction, order: Order) {
  const id = isMailEnabled() ? shippingMail(order) : undefined
  if (id === undefined) return { areWaiting: true, stored: [] }
  const read = await tx.getAll(outbox().doc(id), outbox().doc(`${id}-copy`))
  const stored = read.filter(({ exists }) => exists)
  const areWaiting = stored.every((mail) => {
    const { state, attempts } = mailSchema.parse({ ...mail.data(), id: mail.id })
    return state === 'due' && attempts === 0
  })
  return { areWaiting: areWaiting && stored.length > 0, stored }
}

/**
 * Same as `decideOrder`; removes the mails of the order's parcel if all are pending. Throws
 * DatabaseUnavailable.
 */
export async function decideShipping<Answer>(
  id: string,
  decide: OrderDecision<Answer, boolean>['decide'],
): Promise<{ readonly order: Order; readonly answer: Answer } | undefined> {
  const key = crypto.randomUUID()
  const written = await transact('changing a shipping', async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order) return undefined
    const { areWaiting, stored } = await parcelMails(tx, order)
    const { change, answer } = decide(order, areWaiting, isStored(order, key))
    if (!change) return { order, mails: [], answer }
    for (const { ref } of areWaiting ? stored : []) tx.delete(ref)
    return { ...commit(tx, order, change, { key }), answer }
  })
  if (!written) return undefined
  queueForSending(written.mails)
  return { order: written.order, answer: written.answer }
}

/** Orders whose parcel left since a time (ISO 8601), the newest first; reads what it answers. */
export async function ordersShippedSince(since: string): Promise<readonly Order[]> {
  const query = orderQuery()
    .where('shipment.shippedAt', '>=', since)
    .orderBy('shipment.shippedAt', 'desc')
    .limit(200)
  const docs = await find('finding shipped orders', query)
  return docs.flatMap((document) => orderFrom(document) ?? [])
}
