import 'server-only'

import { randomUUID } from 'node:crypto'

import { deleteApp, getApps, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

import { withinDeadline } from '../../deadline.ts'
import { log } from '../../log.ts'
import { newSupportCode } from '../../support-code.ts'
import { firebaseOptions } from '../firebase-auth/credentials.ts'
import { GuardedClient } from './guarded-client.ts'

/** How long a person waits for the database, in milliseconds, before a page says so. */
export const DATABASE_DEADLINE = 8_000

/** In how many milliseconds a database that works answers a question that nobody else asks. */
const ANSWERS_WITHIN = 2_000

/** The database did not answer in time, or cannot be reached; the work may still have happened, so repeat with the same key. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
  /** What the error page shows and the log's line names: each failure has its own. */
  readonly digest = newSupportCode()
}

/** Too many wrote the same documents at once; whoever waits a little gets their turn. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
  /** How many were ahead in this process, where that is known. */
  readonly ahead: number

  constructor(message: string, { ahead = 0, ...options }: ErrorOptions & { ahead?: number } = {}) {
    super(message, options)
    this.ahead = ahead
  }
}

/** After so many milliseconds without an answer the connection is suspected of silence. */
const SUSPECT_AFTER = 3_000

/** After so many milliseconds the calls of a client that never answered have ended. */
const ENDS_AFTER = 90_000

let clients = 0

// The first is that of the process's own app; whatever takes its place has an app of its own.
function openClient(): Firestore {
  clients += 1
  if (clients === 1) return getFirestore(getApps()[0] ?? initializeApp(firebaseOptions()))
  return getFirestore(initializeApp(firebaseOptions(), `database-${randomUUID()}`))
}

const guarded = new GuardedClient<Firestore>({
  open: openClient,
  ask: (client) => client.collection('health').doc('asked').get(),
  close: (client) => setTimeout(() => void client.terminate(), ENDS_AFTER).unref(),
  note: (what) => log(`database-${what}`, {}, what === 'back' ? 'INFO' : 'WARNING'),
})

/** The Firestore client of this process. Throws DatabaseUnavailable at once while the database is known to be away. */
export function database(): Firestore {
  if (guarded.isAway) throw new DatabaseUnavailable('the database is away')
  return guarded.get()
}

/** Since when the database does not answer this process (milliseconds since 1970), if so. */
export function databaseAwaySince(): number | undefined {
  return guarded.awaySince
}

const DAY = 24 * 60 * 60 * 1000

/**
 * The field by which Firestore removes a document itself, so many days after a time (ISO 8601 or
 * milliseconds); firestore.indexes.json says where.
 */
export function expiry(from: string | number, days: number): { readonly expireAt: Date } {
  return { expireAt: new Date(new Date(from).getTime() + days * DAY) }
}

/** Ends the connection, so that a command can end; a server never does. */
export async function closeDatabase(): Promise<void> {
  await Promise.all(getApps().map(deleteApp))
}

/** Asks the database for a document that is never there: one read, by which it is known to answer. */
export async function askDatabase(): Promise<void> {
  await database().collection('health').doc('asked').get()
}

// DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE: all mean "please try again".
const TRANSIENT = new Set<unknown>([4, 8, 10, 13, 14])
const CONTENDED = new Set<unknown>([8, 10])

function isIn(codes: ReadonlySet<unknown>, error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}

/**
 * Waits for a database call at most until the deadline; throws DatabaseUnavailable when it passes or the database is
 * away, and DatabaseBusy when others were in the way.
 */
export async function withDeadline<T>(what: string, call: Promise<T>): Promise<T> {
  const late = () => new DatabaseUnavailable(`${what} took longer than ${DATABASE_DEADLINE} ms`)
  const { promise: away, reject } = Promise.withResolvers<never>()
  const forget = guarded.onAway(() => reject(new DatabaseUnavailable(`${what}: no answer`)))
  const suspicion = setTimeout(() => void guarded.suspect(), SUSPECT_AFTER)
  try {
    const answer = await withinDeadline(Promise.race([call, away]), DATABASE_DEADLINE, late)
    guarded.answered()
    return answer
  } catch (error) {
    if (!isIn(TRANSIENT, error)) throw error
    const Failed = isIn(CONTENDED, error) ? DatabaseBusy : DatabaseUnavailable
    throw new Failed(`${what} failed`, { cause: error })
  } finally {
    clearTimeout(suspicion)
    forget()
  }
}

/** Throws a failure again, as DatabaseBusy where the database answers another question at once. */
export async function asBusy(failure: unknown): Promise<never> {
  if (!(failure instanceof DatabaseUnavailable) || failure instanceof DatabaseBusy) throw failure
  try {
    await withinDeadline(askDatabase(), ANSWERS_WITHIN, () => failure)
  } catch {
    throw failure
  }
  throw new DatabaseBusy(failure.message, { cause: failure })
}
