import 'server-only'

import { askPaypal } from '../adapters/paypal/client.ts'
import { withinDeadline } from '../time/deadline.ts'
import { log } from '../log/log.ts'
import { isSweepLate, type SweepWatch } from '../sweep/sweep-watch.ts'
import { readSweepWatch } from '../sweep/watch-sweeps.ts'

/** Health of an external service; `problem` is the reason when it fails. */
export type ServiceHealth = {
  readonly answers: boolean
  readonly milliseconds: number
  readonly problem?: string
}

/** Whether the shop can sell: each service it depends on, and all together; holds no setting and no secret. */
export type Health = {
  readonly healthy: boolean
  /** The scheduler has not come for three intervals. */
  readonly sweepLate: boolean
  readonly firestore: ServiceHealth
  readonly paypal: ServiceHealth
}

// The first line of what the service's own client said, without addresses of people.
function problemOf(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return (message.split('\n')[0] ?? '').replaceAll(/[^\s@]+@[^\s@]+/g, '…').slice(0, 200)
}

/** Asks a service by `ask`, and takes no answer within `deadline` milliseconds, or a failure, as none and says why. */
export async function askService(
  ask: () => Promise<unknown>,
  deadline: number,
): Promise<ServiceHealth> {
  const begun = performance.now()
  const answered = withinDeadline(ask(), deadline, () => new Error('no answer in time'))
  const problem = await answered.then(() => undefined, problemOf)
  const milliseconds = Math.round(performance.now() - begun)
  return problem === undefined
    ? { answers: true, milliseconds }
    : { answers: false, milliseconds, problem }
}

/**
 * Asks at most once in `life` milliseconds and gives everybody in between the same answer.
 * A crowd of questions costs as much as one.
 */
export function askedOncePer<Answer>(
  life: number,
  ask: () => Promise<Answer>,
  clock: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: { readonly at: number; readonly answer: Promise<Answer> } | undefined
  return () => {
    if (!last || clock() - last.at >= life) last = { at: clock(), answer: ask() }
    return last.answer
  }
}

/** Deadline of a health check, in milliseconds. */
const DEADLINE = 3_000

/** Cache time of the database's result in milliseconds: each check is a billed read. */
const DATABASE_LIFE = 5_000

/** Cache time of PayPal's result in milliseconds: each check is a new, rate-limited token. */
const PAYPAL_LIFE = 60_000

// Reads the last sweep, which both checks the database and returns its time.
const firestoreHealth = askedOncePer(DATABASE_LIFE, async () => {
  const { promise: watch, resolve } = Promise.withResolvers<SweepWatch | undefined>()
  const ask = async () => resolve(await readSweepWatch())
  const health = await askService(ask, DEADLINE)
  resolve(undefined)
  return { health, watch: await watch }
})
const paypalHealth = askedOncePer(PAYPAL_LIFE, () => askService(askPaypal, DEADLINE))

/**
 * Returns the health of Firestore, PayPal and the sweep, in at most three seconds and at most a
 * minute old.
 */
export async function readHealth(): Promise<Health> {
  const [{ health: firestore, watch }, paypal] = await Promise.all([
    firestoreHealth(),
    paypalHealth(),
  ])
  const sweepLate = watch !== undefined && isSweepLate(watch, new Date())
  const healthy = firestore.answers && paypal.answers && !sweepLate
  if (!healthy) {
    const facts = {
      sweepLate,
      firestore: firestore.problem ?? 'answers',
      paypal: paypal.problem ?? 'answers',
    }
    log('unhealthy', facts, 'WARNING')
  }
  return { healthy, firestore, paypal, sweepLate }
}
