import 'server-only'

import type { Transaction } from 'firebase-admin/firestore'

import { mailSchema } from '../../mail/mail.ts'
import { shippingMail } from '../../mail/notifications.ts'
import { isStored } from '../../order/events.ts'
import type { Order } from '../../order/order.ts'
import { database, withDeadline } from './database.ts'
import { type OrderDecision, orderFrom, orderReference, writeChange } from './orders.ts'
import { isMailEnabled, outbox, queueForSending } from './outbox.ts'

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
  const call = database().runTransaction(async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order) return undefined
    const { areWaiting, stored } = await parcelMails(tx, order)
    const { change, answer } = decide(order, areWaiting, isStored(order, key))
    if (!change) return { order, mails: [], answer }
    for (const { ref } of areWaiting ? stored : []) tx.delete(ref)
    return { ...writeChange(tx, order, change, key), answer }
  })
  const written = await withDeadline('changing a shipping', call)
  if (!written) return undefined
  queueForSending(written.mails)
  return { order: written.order, answer: written.answer }
}

/** Orders whose parcel left since a time (ISO 8601), the newest first; reads what it answers. */
export async function ordersShippedSince(since: string): Promise<readonly Order[]> {
  const query = database()
    .collection('orders')
    .where('shipment.shippedAt', '>=', since)
    .orderBy('shipment.shippedAt', 'desc')
    .limit(200)
  const { docs } = await withDeadline('finding shipped orders', query.get())
  return docs.flatMap((document) => orderFrom(document) ?? [])
}
