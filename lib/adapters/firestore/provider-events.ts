import 'server-only'

import { database, expiry, withDeadline } from './database.ts'

const EVENTS = 'paypal_events'

// PayPal repeats an event for three days.
const KEPT_DAYS = 90

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
  const call = database()
    .collection(EVENTS)
    .doc(id)
    .set({ ...event, ...expiry(event.settledAt, KEPT_DAYS) })
  await withDeadline('remembering an event', call)
}
