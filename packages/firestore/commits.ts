import { type Clock, toTimestamp } from './clock.ts'
import { Draft, type History, type View } from './history.ts'
import type { CommitResponse, Write } from './messages.ts'
import { findAll, fingerprint } from './queries.ts'
import { Refusal, refusal } from './refusal.ts'
import type { Entry, Store } from './store.ts'
import type { Transaction } from './transactions.ts'
import { applyWrite } from './writes.ts'

interface Order {
  writes: readonly Write[]
  transaction: Transaction | undefined
  resolve: (response: CommitResponse) => void
  reject: (reason: unknown) => void
}

interface CommitResult {
  order: Order
  entry: Entry
  response: CommitResponse
}

/** Makes commits, as many with one flush as have come in together. */
export class Commits {
  readonly #store: Pick<Store, 'write'>
  readonly #history: History
  readonly #clock: Clock
  #orders: Order[] = []

  constructor(store: Pick<Store, 'write'>, history: History, clock: Clock) {
    this.#store = store
    this.#history = history
    this.#clock = clock
  }

  /** Answers after the flush; the caller holds the locks of all documents written. */
  make(writes: readonly Write[], transaction?: Transaction): Promise<CommitResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<CommitResponse>()
    if (this.#orders.length === 0) setImmediate(() => this.#flush())
    this.#orders.push({ writes, transaction, resolve, reject })
    return promise
  }

  // Runs synchronously from the first check to the last answer, so no reader sees half of it.
  #flush(): void {
    const orders = this.#orders
    this.#orders = []
    const draft = new Draft(this.#history.latest)
    const done = orders.flatMap((order) => this.#prepare(order, draft) ?? [])
    try {
      if (done.length > 0) this.#store.write(done.map(({ entry }) => entry))
    } catch (error) {
      console.error('firestore: the disk refused a commit.', error)
      for (const { order } of done) order.reject(refusal('INTERNAL', 'The disk failed.'))
      return
    }
    for (const change of draft.changes) this.#history.record(change)
    for (const { order, response } of done) order.resolve(response)
  }

  #prepare(order: Order, draft: Draft): CommitResult | undefined {
    const { transaction, writes } = order
    const own = new Draft(draft)
    try {
      if (transaction) checkSeen(transaction, draft)
      const time = this.#clock.commitTime()
      const writeResults = writes.map((write) => applyWrite(own, write, time))
      for (const change of own.changes) draft.add(change)
      const response = { writeResults, commitTime: toTimestamp(time) }
      const answer = transaction && { id: transaction.id, response }
      return { order, entry: { time, changes: own.changes, answer }, response }
    } catch (error) {
      order.reject(error instanceof Refusal ? error : refusal('INTERNAL', String(error)))
      return undefined
    }
  }
}

/** Documents that were read are locked; a query must also still find the same documents. */
function checkSeen(transaction: Transaction, view: View): void {
  for (const { plan, found } of transaction.seen) {
    if (fingerprint(findAll(view, plan)) !== found) {
      throw refusal('ABORTED', `The documents in ${plan.collection} changed since the query.`)
    }
  }
}
