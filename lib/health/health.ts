import 'server-only'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { probeEcpayCashier } from '#lib/adapters/ecpay/cashier.ts'
import { paymentAccount } from '#lib/adapters/ecpay/client.ts'
import { lastBackup } from '#lib/adapters/firestore/backups.ts'
import { databaseAwaySince } from '#lib/adapters/firestore/database.ts'
import { probeLinePay } from '#lib/adapters/line-pay/client.ts'
import { callPaypal } from '#lib/adapters/paypal/client.ts'
import { readNumberState } from '#lib/invoice/invoice-store.ts'
import { countedNumbers, type NumbersLeft } from '#lib/invoice/number-range.ts'
import { log } from '#lib/log/log.ts'
import { countDueMails, readFailingSince } from '#lib/mail/outbox-store.ts'
import { withinDeadline } from '#lib/operation/timing.ts'
import { readListState } from '#lib/parcel/store-lists.ts'
import { defined } from '#lib/result.ts'
import { hasIssuer, settings, storesFrom } from '#lib/settings/env.ts'
import { isSweepLate, readSweepWatch, type SweepWatch } from '#lib/sweep/sweep.ts'

/** A process that reaches nothing for so long may be stuck by itself, in milliseconds. */
const STUCK_AFTER = 60_000

/** Deadline of a probe of Google's front end, in milliseconds. */
const DEADLINE = 2_000

/**
 * True if only this process can't reach the database for a minute, while the host answers. A
 * restart would help.
 */
export async function isStuck(
  awaySince: number | undefined,
  now: number,
  reaches: () => Promise<boolean>,
): Promise<boolean> {
  if (awaySince === undefined || now - awaySince < STUCK_AFTER) return false
  return reaches()
}

// Any answer of the host says that the network is there; a stand-in speaks no HTTP that could tell.
async function reachesFirestore(): Promise<boolean> {
  if (settings().mode === 'local') return false
  try {
    const signal = AbortSignal.timeout(DEADLINE)
    await fetch('https://firestore.googleapis.com/', { method: 'HEAD', signal })
    return true
  } catch {
    return false
  }
}

/** Whether this instance should go on: false where it alone is stuck, so that its host replaces it. */
export async function isLive(): Promise<boolean> {
  return !(await isStuck(databaseAwaySince(), Date.now(), reachesFirestore))
}

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
export async function pingService(
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
export function cachedFor<Answer>(
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
const HEALTH_DEADLINE = 3_000

/** Cache time of the database's result in milliseconds: each check is a billed read. */
const DATABASE_LIFE = 5_000

/** Cache time of PayPal's result in milliseconds: each check is a new, rate-limited token. */
const PAYPAL_LIFE = 60_000

// Reads the last sweep, which both checks the database and returns its time.
const firestoreHealth = cachedFor(DATABASE_LIFE, async () => {
  const { promise: watch, resolve } = Promise.withResolvers<SweepWatch | undefined>()
  const ask = async () => resolve(await readSweepWatch())
  const health = await pingService(ask, HEALTH_DEADLINE)
  resolve(undefined)
  return { health, watch: await watch }
})
const paypalHealth = cachedFor(PAYPAL_LIFE, () => pingService(callPaypal, HEALTH_DEADLINE))
const linePayHealth = cachedFor(PAYPAL_LIFE, () => pingService(probeLinePay, HEALTH_DEADLINE))
const cashierHealth = cachedFor(PAYPAL_LIFE, () =>
  pingService(async () => {
    const account = paymentAccount(settings())
    if (account) await probeEcpayCashier(account)
  }, HEALTH_DEADLINE),
)

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

/** The version of the shop that runs: its host's name for it, else the id of its build. */
export function shopVersion(): string {
  const { K_REVISION, VERCEL_GIT_COMMIT_SHA } = process.env
  const named = K_REVISION || VERCEL_GIT_COMMIT_SHA?.slice(0, 7)
  if (named) return named
  try {
    return readFileSync(join(process.cwd(), '.next', 'BUILD_ID'), 'utf8').trim() || '—'
  } catch {
    return '—'
  }
}

/** The last backup of the database: when, none, or not known because this shop has none or may not ask. */
export type Backup = { readonly at: string | undefined } | 'unknown' | 'practice'

/** Health of the shop. Times are ISO 8601 in UTC. */
export type ShopStatus = {
  readonly lastSweep: string | undefined
  readonly isSweepLate: boolean
  readonly mailsWaiting: number
  readonly isPaypalAnswering: boolean
  /** Whether LINE Pay and ECPay's cashier answer; missing if the shop has none. */
  readonly isLinePayAnswering?: boolean
  readonly isCashierAnswering?: boolean
  /** When the carrier's store lists were taken last; empty if never, missing if the shop takes none. */
  readonly storesTakenAt?: string
  /** The invoice numbers that are left, and when the issuer said so; missing if the shop has none. */
  readonly invoiceNumbers?: NumbersLeft | 'unknown'
  /** Since when the sweep can't ask about every order. */
  readonly failingSince: string | undefined
  readonly backup: Backup
  readonly version: string
  /** When the running version was built; empty in development. */
  readonly builtAt: string
}

async function storesTakenAt(): Promise<string | undefined> {
  return storesFrom() === 'list' ? ((await readListState()).takenAt ?? '') : undefined
}

async function invoiceNumbers(): Promise<NumbersLeft | 'unknown' | undefined> {
  if (!hasIssuer()) return undefined
  const state = await readNumberState()
  return state ? countedNumbers(state) : 'unknown'
}

/**
 * Reads how the shop is running: three reads, one more for each of ECPay's parcels and invoices, and
 * the services' last answers. Throws DatabaseUnavailable.
 */
export async function readStatus(now = new Date()): Promise<ShopStatus> {
  const { LINE_PAY_CHANNEL_ID, ECPAY_PAYMENT_MERCHANT_ID } = settings()
  const [watch, mailsWaiting, failingSince, { paypal }, backup, ...more] = await Promise.all([
    readSweepWatch(),
    countDueMails(now),
    readFailingSince(),
    readHealth(),
    settings().mode === 'local' ? ('practice' as const) : lastBackup(),
    LINE_PAY_CHANNEL_ID === undefined ? undefined : linePayHealth(),
    ECPAY_PAYMENT_MERCHANT_ID === undefined ? undefined : cashierHealth(),
    storesTakenAt(),
    invoiceNumbers(),
  ])
  const [linePay, cashier, takenAt, numbers] = more
  return {
    lastSweep: watch.last?.at,
    isSweepLate: isSweepLate(watch, now),
    mailsWaiting,
    isPaypalAnswering: paypal.answers,
    ...defined({
      isLinePayAnswering: linePay?.answers,
      isCashierAnswering: cashier?.answers,
      storesTakenAt: takenAt,
      invoiceNumbers: numbers,
    }),
    failingSince,
    backup,
    version: shopVersion(),
    builtAt: process.env.BUILT_AT ?? '',
  }
}
