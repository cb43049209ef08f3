import type { Clock } from './clock.ts'
import type { History, StoredVersion } from './history.ts'
import type { Locks } from './locks.ts'
import type { Consistency } from './messages.ts'
import { type Plan, findAll, fingerprint } from './queries.ts'
import { refusal } from './refusal.ts'
import { type Transaction, type Transactions, expiredRefusal } from './transactions.ts'

const MOST_TURNS = 20

export interface ReadParts {
  clock: Clock
  history: History
  locks: Locks
  transactions: Transactions
  /** Lock mode of a transaction's reads. */
  readLock: 'shared' | 'exclusive'
}

/** One call's way of reading: a moment of the past, or the present under a transaction's locks. */
export interface Reading {
  /**
   * First message of a stream before it waits for a lock: the new transaction's id. Without one,
   * the transport retries errors for seconds.
   */
  first: { transaction?: Buffer } | undefined
  documents(names: readonly string[]): Promise<(StoredVersion | undefined)[]>
  query(plan: Plan): Promise<StoredVersion[]>
  /** The moment that was read, in microseconds; known after reading. */
  time(): number
}

function openTransaction(parts: ReadParts, database: string, request: Consistency) {
  const { transactions } = parts
  if (request.newTransaction) return transactions.begin(database, request.newTransaction)
  return request.transaction && transactions.require(request.transaction, database)
}

function readPast({ history }: ReadParts, time: number): Omit<Reading, 'first'> {
  const view = history.at(time)
  return {
    documents: async (names) => names.map((name) => view.document(name)),
    query: async (plan) => findAll(view, plan),
    time: () => time,
  }
}

function readLocked(
  { history, clock, locks, transactions, readLock }: ReadParts,
  transaction: Transaction,
  signal: AbortSignal,
): Omit<Reading, 'first'> {
  const lock = async (names: readonly string[]) => {
    try {
      await locks.acquire(transaction, names, readLock, signal)
    } catch (error) {
      transactions.end(transaction)
      throw error
    }
    if (transactions.isOpen(transaction)) return
    // It ended between two of its locks; the later ones are released here.
    transactions.end(transaction)
    throw expiredRefusal()
  }
  const query = async (plan: Plan) => {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const found = findAll(history.latest, plan)
      await lock(found.map(({ name }) => name))
      // While this waited, the result may have become another, with documents not locked yet.
      const now = findAll(history.latest, plan)
      if (fingerprint(now) === fingerprint(found)) {
        transaction.seen.push({ plan, found: fingerprint(now) })
        return now
      }
    }
    transactions.end(transaction)
    throw refusal('ABORTED', `Too much contention in ${plan.collection}.`)
  }
  const documents = async (names: readonly string[]) => {
    await lock(names)
    return names.map((name) => history.latest.document(name))
  }
  return { documents, query, time: () => clock.readTime() }
}

export function openReading(
  parts: ReadParts,
  database: string,
  request: Consistency,
  signal: AbortSignal,
): Reading {
  const transaction = openTransaction(parts, database, request)
  if (!transaction) {
    return { first: undefined, ...readPast(parts, parts.transactions.readTime(request.readTime)) }
  }
  const first = request.newTransaction ? { transaction: transaction.id } : {}
  // A caller that is gone in the middle of a read never releases the transaction's locks.
  signal.addEventListener('abort', () => parts.transactions.end(transaction))
  return transaction.readTime === undefined
    ? { first, ...readLocked(parts, transaction, signal) }
    : { first, ...readPast(parts, transaction.readTime) }
}
