import 'server-only'

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { deleteApp, getApps, initializeApp } from 'firebase-admin/app'
import {
  type AggregateQuery,
  type AggregateSpec,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  getFirestore,
  type Query,
  type QueryDocumentSnapshot,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore'
import { z } from 'zod'

import { firebaseOptions } from '#lib/adapters/firebase-auth/sessions.ts'
import { log } from '#lib/log/log.ts'
import { newSupportCode } from '#lib/log/support-code.ts'
import { withinDeadline } from '#lib/operation/timing.ts'

/** The database's own words, for the stores that are written in them. */
export { AggregateField, FieldPath, FieldValue, Timestamp } from 'firebase-admin/firestore'

export type {
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Query,
  QueryDocumentSnapshot,
  Transaction,
} from 'firebase-admin/firestore'

/** Whether a value is a map of the database's. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

/**
 * The fields of a merging write without its empty maps, at any depth: Firestore merges the names in
 * a map, but takes an empty map as the field's new value and drops all that was stored in it.
 */
export function mergeFields(fields: Readonly<Record<string, unknown>>): DocumentData {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (!isPlain(value)) return [[name, value]]
      const inner = mergeFields(value)
      return Object.keys(inner).length === 0 ? [] : [[name, inner]]
    }),
  )
}

/** How a service's client is created, probed and closed. */
export type ClientParts<Client> = {
  readonly open: () => Client
  /** Resolves once the service has answered. */
  readonly ask: (client: Client) => Promise<unknown>
  /** Gives up a client that never answered; its calls may still be waiting. */
  readonly close: (client: Client) => void
  /** Called when a silent client was replaced, when nothing answers, and when the service is back. */
  readonly note: (what: 'replaced' | 'away' | 'back') => void
}

/** In milliseconds: a working service answers a probe within this time. */
const PROBE_ANSWERED_WITHIN = 2_000

/** Interval between probes of an unavailable service, in milliseconds. */
const RETRIED = 1_000

/** A new client that was not answered so often may be silent itself; another takes its place. */
const MOST_TRIES = 3

function answersInTime(call: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), PROBE_ANSWERED_WITHIN)
  void call.then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(timer))
}

/**
 * Keeps one client of a service and replaces it when a probe of a new one succeeds. Fails fast
 * while none does.
 */
export class GuardedClient<Client> {
  readonly #parts: ClientParts<Client>
  readonly #waiting = new Set<() => void>()
  #client: Client | undefined
  #probe: Promise<void> | undefined
  #awaySince: number | undefined
  #answers = 0
  /** A client that may take the place of the present one. */
  #next: { readonly client: Client; tries: number } | undefined

  constructor(parts: ClientParts<Client>) {
    this.#parts = parts
  }

  /** Whether the last probe failed. */
  get isAway(): boolean {
    return this.#awaySince !== undefined
  }

  /** Since when nothing answers (milliseconds since 1970); undefined while the service answers. */
  get awaySince(): number | undefined {
    return this.#awaySince
  }

  /** The present client. */
  get(): Client {
    this.#client ??= this.#parts.open()
    return this.#client
  }

  /** Calls `stop` once the service is found to be away; the answer takes it back. */
  onAway(stop: () => void): () => void {
    this.#waiting.add(stop)
    return () => this.#waiting.delete(stop)
  }

  /** Notes that a call was answered: a service that answers anybody is not away, however slow this process is. */
  answered(): void {
    this.#answers += 1
    if (this.isAway) this.#found()
  }

  /** Finds out whether the service answers, and replaces the client where only that one does not answer. */
  suspect(): Promise<void> {
    this.#probe ??= this.#examine().finally(() => (this.#probe = undefined))
    return this.#probe
  }

  async #examine(): Promise<void> {
    const { open, ask, close, note } = this.#parts
    const answersBefore = this.#answers
    if (!this.isAway && (await answersInTime(ask(this.get())))) return this.#found()
    this.#next ??= { client: open(), tries: 0 }
    const next = this.#next
    if (await answersInTime(ask(next.client))) {
      this.#client = next.client
      this.#next = undefined
      if (!this.isAway) note('replaced')
      return this.#found()
    }
    next.tries += 1
    if (next.tries === MOST_TRIES) {
      close(next.client)
      this.#next = undefined
    }
    if (this.#answers > answersBefore) return this.#found()
    this.#lost()
  }

  #found(): void {
    if (this.isAway) this.#parts.note('back')
    this.#awaySince = undefined
  }

  #lost(): void {
    if (!this.isAway) this.#parts.note('away')
    this.#awaySince ??= Date.now()
    for (const stop of this.#waiting) stop()
    this.#waiting.clear()
    setTimeout(() => void this.suspect(), RETRIED).unref()
  }
}

/** Deadline of a database call, in milliseconds. */
export const DATABASE_DEADLINE = 8_000

/** In milliseconds: a working database answers a probe within this time. */
const ANSWERS_WITHIN = 2_000

/** The database did not answer in time, or cannot be reached; the work may still have happened, so repeat with the same key. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
  /** Support code shown on the error page and logged. */
  readonly digest = newSupportCode()
}

/** Write contention on the same documents; retrying later succeeds. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
  /** How many were ahead in this process, where that is known. */
  readonly ahead: number

  constructor(message: string, { ahead = 0, ...options }: ErrorOptions & { ahead?: number } = {}) {
    super(message, options)
    this.ahead = ahead
  }
}

/** In milliseconds: without an answer, the connection is checked. */
const SUSPECT_AFTER = 3_000

/** In milliseconds: calls of a client that never answered have ended by then. */
const ENDS_AFTER = 90_000

let clients = 0

// The first client uses the process's app; each replacement gets its own.
function openClient(): Firestore {
  clients += 1
  const app =
    clients === 1
      ? (getApps()[0] ?? initializeApp(firebaseOptions()))
      : initializeApp(firebaseOptions(), `database-${randomUUID()}`)
  const client = getFirestore(app)
  // What is absent is not stored, and an update leaves it as it is.
  client.settings({ ignoreUndefinedProperties: true })
  return client
}

const NOTED = { replaced: 'WARNING', away: 'WARNING', back: 'INFO' } as const

declare global {
  var guardedDatabase: GuardedClient<Firestore> | undefined
}

// Pages and route handlers load this module each for themselves; the client and what is known of it are the process's.
const guarded = (globalThis.guardedDatabase ??= new GuardedClient<Firestore>({
  open: openClient,
  ask: (client) => client.collection('health').doc('probe').get(),
  close: (client) => setTimeout(() => void client.terminate(), ENDS_AFTER).unref(),
  note: (what) => log(`database-${what}`, {}, NOTED[what]),
}))

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

/** TTL field: Firestore deletes the document `days` after a time (see firestore.indexes.json). */
export function expiry(from: string | number, days: number): { readonly expireAt: Date } {
  return { expireAt: new Date(new Date(from).getTime() + days * DAY) }
}

/** Ends the connection, so that a command can end; a server never does. */
export async function closeDatabase(): Promise<void> {
  await Promise.all(getApps().map(deleteApp))
}

/** Asks the database for a document that is never there: one read, by which it is known to answer. */
export async function callDatabase(): Promise<void> {
  await readDocument('asking for the database', database().collection('health').doc('probe'))
}

// DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE: all mean "please try again".
const TRANSIENT = new Set<unknown>([4, 8, 10, 13, 14])
const CONTENDED = new Set<unknown>([8, 10])

function isIn(codes: ReadonlySet<unknown>, error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}

/**
 * Answers of a database call until the deadline; `what` names it where it fails. The functions below
 * bring it along, so that no store can forget it. Throws DatabaseUnavailable on failure,
 * DatabaseBusy on contention.
 */
export async function answered<T>(what: string, call: Promise<T>): Promise<T> {
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

/** The documents that a query finds. Throws DatabaseUnavailable. */
export async function find(what: string, query: Query): Promise<QueryDocumentSnapshot[]> {
  return (await answered(what, query.get())).docs
}

/** Documents per query of what is read whole. */
const PAGE = 300

/** All documents that a sorted query finds, a page at a time; reads them all. Throws DatabaseUnavailable. */
export async function* findPages(
  what: string,
  sorted: Query,
): AsyncGenerator<QueryDocumentSnapshot[]> {
  let last: QueryDocumentSnapshot | undefined
  do {
    const docs = await find(what, (last ? sorted.startAfter(last) : sorted).limit(PAGE))
    yield docs
    // A page that is not full is the last one.
    last = docs[PAGE - 1]
  } while (last)
}

/** The sums and counts of a query; billed as one read per thousand. Throws DatabaseUnavailable. */
export async function aggregate<Spec extends AggregateSpec>(
  what: string,
  query: AggregateQuery<Spec>,
) {
  return (await answered(what, query.get())).data()
}

/** How many documents a query finds; billed as one read per thousand. Throws DatabaseUnavailable. */
export async function countOf(what: string, query: Query): Promise<number> {
  return (await aggregate(what, query.count())).count
}

/** A document, there or not; one read. Throws DatabaseUnavailable. */
export function readDocument(
  what: string,
  reference: DocumentReference,
): Promise<DocumentSnapshot> {
  return answered(what, reference.get())
}

/** Documents, there or not, in one round trip; none asks nothing. Throws DatabaseUnavailable. */
export async function readDocuments(
  what: string,
  references: readonly DocumentReference[],
): Promise<DocumentSnapshot[]> {
  return references.length === 0 ? [] : answered(what, database().getAll(...references))
}

/** Runs a transaction; `work` may run several times. Throws DatabaseUnavailable, DatabaseBusy. */
export function transact<T>(what: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return answered(what, database().runTransaction(work))
}

/** Writes documents, all or none. Throws DatabaseUnavailable; the write may still have happened. */
export async function writeDocuments(
  what: string,
  fill: (batch: WriteBatch) => void,
): Promise<void> {
  const batch = database().batch()
  fill(batch)
  await answered(what, batch.commit())
}

/** The most values that one `in` takes (cloud.google.com, Firestore queries). */
export const IN_LIMIT = 30

/** What is found for each part of a list of values, one part after the other, in their order. */
export async function inChunks<Value, Found>(
  values: readonly Value[],
  size: number,
  findPart: (part: Value[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found: Found[] = []
  for (let start = 0; start < values.length; start += size) {
    found.push(...(await findPart(values.slice(start, start + size))))
  }
  return found
}

/** Throws a failure again, as DatabaseBusy where the database answers another question at once. */
export async function asBusy(failure: unknown): Promise<never> {
  if (!(failure instanceof DatabaseUnavailable) || failure instanceof DatabaseBusy) throw failure
  try {
    await withinDeadline(callDatabase(), ANSWERS_WITHIN, () => failure)
  } catch {
    throw failure
  }
  throw new DatabaseBusy(failure.message, { cause: failure })
}

const ABORTED = new Set<unknown>([10])

/** How often a contended transaction is tried again at once, before the client's own slow tries. */
const QUICK_TRIES = 8

/** In milliseconds; each further try may wait as much longer. */
const QUICK_PAUSE = 10

/**
 * Runs a transaction that other processes contend for: tries again at once where the client would
 * wait a second.
 */
export function transactContended<T>(
  what: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return answered(what, runContended(work))
}

async function runContended<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 0; tries < QUICK_TRIES; tries += 1) {
    try {
      return await database().runTransaction(work, { maxAttempts: 1 })
    } catch (error) {
      // An error of the work itself is no answer of the database, and would come again.
      if (!(error instanceof Error && 'code' in error)) throw error
      if (!isIn(ABORTED, error)) break
      await pause(Math.random() * QUICK_PAUSE * tries)
    }
  }
  return database().runTransaction(work)
}

const textSchema = z.string().optional().catch(undefined)

const reference = () => database().collection('sweeps').doc('progress')

/**
 * Returns the progress of a sweep task, or undefined before its first run. One read. Throws
 * DatabaseUnavailable.
 */
export async function readProgress(task: string): Promise<string | undefined> {
  const snapshot = await readDocument('reading progress', reference())
  return textSchema.parse(snapshot.get(task))
}

/** Writes down how far a task of the sweep has come. Throws DatabaseUnavailable. */
export async function saveProgress(task: string, value: string): Promise<void> {
  await writeDocuments('saving progress', (batch) =>
    batch.set(reference(), { [task]: value }, { merge: true }),
  )
}
