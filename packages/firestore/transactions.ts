import { randomBytes } from 'node:crypto'

import { type Clock, toMicros } from './clock.ts'
import type { History } from './history.ts'
import type { Locks } from './locks.ts'
import type { CommitResponse, Timestamp, TransactionOptions } from './messages.ts'
import type { Plan } from './queries.ts'
import { refusal } from './refusal.ts'

const LONGEST = 270_000
// Old versions stay readable for this long, and for as long as a transaction reads them.
const REMEMBERED = 60_000_000

/** A query of a transaction and what it found, which must still hold at the commit. */
export interface QueryRead {
  plan: Plan
  found: string
}

export interface Transaction {
  readonly id: Buffer
  readonly database: string
  /** Set in a read-only transaction: the one moment it sees, in microseconds. */
  readonly readTime: number | undefined
  readonly began: number
  readonly seen: QueryRead[]
  used: number
  commit?: Promise<CommitResponse>
}

export const expiredRefusal = () =>
  refusal('INVALID_ARGUMENT', 'The referenced transaction has expired or was never begun.')

/** The transactions that are open, each with its locks and its age. */
export class Transactions {
  readonly #open = new Map<string, Transaction>()
  readonly #clock: Clock
  readonly #history: History
  readonly #locks: Locks
  readonly #idle: number
  #oldest: number

  /** `idle` is how many milliseconds without a call end a transaction. */
  constructor(clock: Clock, history: History, locks: Locks, idle = 60_000) {
    this.#clock = clock
    this.#history = history
    this.#locks = locks
    this.#idle = idle
    this.#oldest = clock.readTime()
    setInterval(() => this.#tidy(Date.now()), Math.min(5000, idle / 4)).unref()
  }

  /** A time that can still be read; not one to come, nor one whose versions are gone. */
  readTime(time?: Timestamp): number {
    const now = this.#clock.readTime()
    if (!time) return now
    const count = toMicros(time)
    if (count > now) throw refusal('INVALID_ARGUMENT', 'readTime lies in the future.')
    if (count < this.#oldest) throw refusal('FAILED_PRECONDITION', 'readTime is too old.')
    return count
  }

  begin(database: string, options: TransactionOptions = {}): Transaction {
    // A retry comes before the rollback of the attempt it repeats, whose locks it would wait for.
    const previous = options.readWrite?.retryTransaction
    if (previous) this.endById(previous)
    const readTime =
      options.mode === 'readOnly' ? this.readTime(options.readOnly?.readTime) : undefined
    const now = Date.now()
    const id = randomBytes(16)
    const transaction = { id, database, readTime, began: now, seen: [], used: now }
    this.#open.set(id.toString('hex'), transaction)
    return transaction
  }

  find(id: Uint8Array, database: string): Transaction | undefined {
    const found = this.#open.get(Buffer.from(id).toString('hex'))
    if (found && found.database !== database) throw expiredRefusal()
    if (found) found.used = Date.now()
    return found
  }

  require(id: Uint8Array, database: string): Transaction {
    const found = this.find(id, database)
    if (!found) throw expiredRefusal()
    return found
  }

  isOpen(transaction: Transaction): boolean {
    return this.#open.has(transaction.id.toString('hex'))
  }

  end(transaction: Transaction): void {
    this.#open.delete(transaction.id.toString('hex'))
    this.#locks.release(transaction)
  }

  endById(id: Uint8Array): void {
    const found = this.#open.get(Buffer.from(id).toString('hex'))
    if (found && !found.commit) this.end(found)
  }

  #tidy(now: number): void {
    for (const transaction of this.#open.values()) {
      const over = now - transaction.used > this.#idle || now - transaction.began > LONGEST
      if (over && !transaction.commit) this.end(transaction)
    }
    const readTimes = [...this.#open.values()].map(({ readTime }) => readTime ?? Infinity)
    this.#oldest = Math.max(this.#oldest, Math.min(now * 1000 - REMEMBERED, ...readTimes))
    this.#history.forgetBefore(this.#oldest)
  }
}
