import 'server-only'

import { askDatabase } from '../adapters/firestore/database.ts'
import { askPaypal } from '../adapters/paypal/client.ts'
import { reportEvent } from '../report/report-event.ts'
import { askedOncePer, askService, type Health } from './health.ts'

/** How long a service may take to answer before it counts as away, in milliseconds. */
const DEADLINE = 3_000

/** How long an answer of the database holds: every question is one billed read. */
const DATABASE_LIFE = 5_000

/** How long an answer of PayPal's holds: every question is a new token, and PayPal limits those. */
const PAYPAL_LIFE = 60_000

const firestoreHealth = askedOncePer(DATABASE_LIFE, () => askService(askDatabase, DEADLINE))
const paypalHealth = askedOncePer(PAYPAL_LIFE, () => askService(askPaypal, DEADLINE))

/** Whether Firestore and PayPal answer this instance, at most three seconds after it was asked and at most a minute old. */
export async function readHealth(): Promise<Health> {
  const [firestore, paypal] = await Promise.all([firestoreHealth(), paypalHealth()])
  const healthy = firestore.answers && paypal.answers
  if (!healthy) {
    reportEvent('unhealthy', { firestore: firestore.answers, paypal: paypal.answers })
  }
  return { healthy, firestore, paypal }
}
