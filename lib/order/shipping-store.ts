import 'server-only'

import { type Transaction, transact, find } from '../adapters/firestore/database.ts'
import { mailSchema } from '../mail/mail.ts'
import { shippingMail } from '../mail/notifications.ts'
import { isMailEnabled, outbox, queueForSending } from '../mail/outbox-store.ts'
import { isStored } from './events.ts'
import { type OrderDecision, orderFrom, orderReference, commit, orderQuery } from './order-store.ts'
import type { Order } from './order.ts'

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
