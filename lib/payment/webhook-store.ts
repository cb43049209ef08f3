import 'server-only'

import { database, expiry, readDocument, writeDocuments } from '#lib/adapters/firestore/database.ts'

const EVENTS = 'paypal_events'

// PayPal repeats an event for three days.
const RETENTION_DAYS = 90

/** Whether an event of a provider's was settled before; one read. */
export async function isEventSettled(id: string): Promise<boolean> {
  return (await readDocument('reading an event', database().collection(EVENTS).doc(id))).exists
}

/** Remembers that an event was settled, with what it was about and when (ISO 8601 in UTC). */
export async function rememberEvent(
  id: string,
  event: { readonly type: string; readonly order?: string | undefined; readonly settledAt: string },
): Promise<void> {
  await writeDocuments('remembering an event', (batch) =>
    batch.set(database().collection(EVENTS).doc(id), {
      ...event,
      ...expiry(event.settledAt, RETENTION_DAYS),
    }),
  )
}
