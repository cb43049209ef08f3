import 'server-only'

import { database, withDeadline } from './database.ts'

const EVENTS = 'paypal_events'

// PayPal repeats an event for three days; Firestore removes the document by itself (firestore.indexes.json).
const KEPT_FOR = 90 * 24 * 60 * 60 * 1000

/** Whether an event of a provider's was settled before; one read. */
export async function isEventSettled(id: string): Promise<boolean> {
  const call = database().collection(EVENTS).doc(id).get()
  return (await withDeadline('reading an event', call)).exists
}

/** Remembers that an event was settled, with what it was about and when (ISO 8601 in UTC). */
export async function rememberEvent(
  id: string,
  event: { readonly type: string; readonly order?: string | undefined; readonly settledAt: string },
): Promise<void> {
  const known = Object.entries(event).filter(([, value]) => value !== undefined)
  const expireAt = new Date(new Date(event.settledAt).getTime() + KEPT_FOR)
  const call = database()
    .collection(EVENTS)
    .doc(id)
    .set({ ...Object.fromEntries(known), expireAt })
  await withDeadline('remembering an event', call)
}
