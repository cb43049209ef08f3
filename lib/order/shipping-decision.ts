import 'server-only'

import { transact, type Transaction } from '#lib/adapters/firestore/database.ts'
import { mailSchema } from '#lib/mail/mail.ts'
import { shippingMail } from '#lib/mail/order-mails.ts'
import { isMailEnabled, outbox, queueForSending } from '#lib/mail/outbox-store.ts'
import type { Result } from '#lib/result.ts'
import { decideOnce, type Decision } from './apply-decision.ts'
import { isStored } from './events.ts'
import { commit, type OrderDecision, orderFrom, orderReference } from './order-store.ts'
import type { Order } from './order.ts'
import { answerOf } from './place-order.ts'

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
    // The mail about the order's parcel, and its copy to the second address.
    const mail = isMailEnabled() ? shippingMail(order) : undefined
    const read = mail ? await tx.getAll(outbox().doc(mail), outbox().doc(`${mail}-copy`)) : []
    const stored = read.filter(({ exists }) => exists)
    const areUnsent = stored.every((documentSnapshot) => {
      const { state, attempts } = mailSchema.parse({
        ...documentSnapshot.data(),
        id: documentSnapshot.id,
      })
      return state === 'due' && attempts === 0
    })
    const areWaiting = mail === undefined || (areUnsent && stored.length > 0)
    const { change, answer } = decide(order, areWaiting, isStored(order, key))
    if (!change) return { order, mails: [], answer }
    for (const { ref } of areWaiting ? stored : []) tx.delete(ref)
    return { ...commit(tx, order, change, { key }), answer }
  })
  if (!written) return undefined
  queueForSending(written.mails)
  return { order: written.order, answer: written.answer }
}

/** The same for shipping and its mail; `decide` receives whether the mail is still pending. */
export async function applyShippingDecision<Code extends string>(
  id: string,
  decide: Decision<boolean, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return answerOf(await decideShipping(id, decideOnce(decide)))
}
