import 'server-only'

import type { DocumentReference, Transaction } from 'firebase-admin/firestore'

import { mailSchema } from '../../mail/mail.ts'
import { mailIdOf } from '../../mail/mails-of.ts'
import type { Order, OrderChange } from '../../order/order.ts'
import { database, withDeadline } from './database.ts'
import { orderFrom, orderReference, writeChange } from './orders.ts'
import { noteWritten, sendsMails } from './outbox.ts'

// The mails about the parcel of an order as it stands, while nobody has begun to send one. A copy goes to its second address.
async function waitingMails(tx: Transaction, order: Order): Promise<readonly DocumentReference[]> {
  const event = order.told?.findLast((one) => one.startsWith('shipped-'))
  if (event === undefined) return []
  const outbox = database().collection('outbox')
  const id = mailIdOf(order, event)
  const stored = (await tx.getAll(outbox.doc(id), outbox.doc(`${id}-copy`))).filter(
    ({ exists }) => exists,
  )
  const isWaiting = stored.every((mail) => {
    const { state, attempts } = mailSchema.parse({ ...mail.data(), id: mail.id })
    return state === 'due' && attempts === 0
  })
  return isWaiting ? stored.map(({ ref }) => ref) : []
}

/**
 * Changes an order together with the mails about its parcel, which go unless their sending has begun; one transaction.
 * A shop without mails has none to wait for. Answers the order afterwards. Throws DatabaseUnavailable.
 */
export async function changeShipping(
  id: string,
  decide: (order: Order, isMailWaiting: boolean) => OrderChange | undefined,
): Promise<Order | undefined> {
  const call = database().runTransaction(async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order) return undefined
    const waiting = await waitingMails(tx, order)
    const change = decide(order, waiting.length > 0 || !sendsMails())
    if (!change) return { order, mails: [] }
    for (const mail of waiting) tx.delete(mail)
    return writeChange(tx, order, change)
  })
  const written = await withDeadline('changing a shipping', call)
  if (written) noteWritten(written.mails)
  return written?.order
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
