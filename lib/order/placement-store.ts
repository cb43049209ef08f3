import 'server-only'

import { setTimeout as pause } from 'node:timers/promises'

import { LIMITS } from '#lib/account/standing.ts'
import {
  asBusy,
  database,
  DATABASE_DEADLINE,
  DatabaseBusy,
  type DocumentReference,
  type DocumentSnapshot,
  expiry,
  mergeFields,
  transactContended,
  type Transaction,
} from '#lib/adapters/firestore/database.ts'
import { codeFrom, discountReference } from '#lib/discount/discount-store.ts'
import { afterUses, type UseMove } from '#lib/discount/discount.ts'
import { stockReference, reservedStockFrom } from '#lib/inventory/inventory-store.ts'
import { afterMoves, type ReservedStockByProduct } from '#lib/inventory/stock.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { queueForSending } from '#lib/mail/outbox-store.ts'
import { QueueFull, SharedQueue } from '#lib/operation/shared-queue.ts'
import { defined } from '#lib/result.ts'
import { type AccountOrders, accountOrdersSchema, unitsIn } from './account-reservations.ts'
import { stockMoves, useMoves } from './apply.ts'
import { afterFirstTimeMoves } from './first-time-buyers.ts'
import type { OrderStatus } from './order-status.ts'
import { commit, orderFrom, orderReference, ordersFrom } from './order-store.ts'
import { type Order, ORDER_DOCUMENT } from './order.ts'
import { isPlaced, type OrderContext, type OrderPlacement, type OrderRefusal } from './placement.ts'

const UNPAID: OrderStatus = '待付款'
const CANCELLED: OrderStatus = '已取消'

/** Documents that placing an order reads. `units` are those that its reservation would reserve. */
export type PlacementRefs = {
  readonly id: string
  readonly uid: string
  readonly timeCode: string
  readonly products: readonly string[]
  readonly units: number
  readonly replaces: readonly string[]
  readonly overdue: readonly string[]
  /** The discount code that it uses. */
  readonly code?: string | undefined
}

/** The documents of an order that is placed, besides its own. */
export function placeReferences({ uid, timeCode }: PlacementRefs) {
  const db = database()
  return {
    counter: db.collection('order_counters').doc(timeCode),
    limit: db.collection(ORDER_LIMITS).doc(uid),
    user: db.collection('users').doc(uid),
  }
}

function referencesOf(key: PlacementRefs): readonly DocumentReference[] {
  return [
    ...[key.id, ...key.replaces, ...key.overdue].map(orderReference),
    ...Object.values(placeReferences(key)),
    ...key.products.map(stockReference),
    ...(key.code === undefined ? [] : [discountReference(key.code)]),
  ]
}

const FEWEST = {
  unpaid: Math.min(...Object.values(LIMITS).map(({ unpaidOrders }) => unpaidOrders)),
  units: Math.min(...Object.values(LIMITS).map((limits) => limits.reservedUnits)),
}

// The account's orders of which it matters what became of them: none where no limit may be reached.
function doubtfulOrders({ unpaid, reservations }: AccountOrders, units: number): readonly string[] {
  if (unpaid.length < FEWEST.unpaid && unitsIn(reservations) + units <= FEWEST.units) return []
  const ids = [...new Set([...unpaid, ...reservations.map(({ id }) => id)])]
  return ids.filter((id) => ORDER_DOCUMENT.test(id))
}

type Documents = ReadonlyMap<string, DocumentSnapshot>

async function read(tx: Transaction, references: readonly DocumentReference[]): Promise<Documents> {
  const unique = [...new Map(references.map((reference) => [reference.path, reference])).values()]
  const documents = unique.length === 0 ? [] : await tx.getAll(...unique)
  return new Map(documents.map((document) => [document.ref.path, document]))
}

function accountIn(known: AccountOrders, doubtful: readonly string[], docs: Documents) {
  if (doubtful.length === 0) return known
  const statusOf = (id: string): unknown => docs.get(orderReference(id).path)?.get('status')
  const isPaid = (id: string) => {
    const status = statusOf(id)
    return status !== undefined && status !== UNPAID && status !== CANCELLED
  }
  return {
    ...known,
    unpaid: known.unpaid.filter((id) => statusOf(id) === UNPAID),
    // A reservation counts whatever became of its order, unless that was paid.
    reservations: known.reservations.filter(({ id }) => !isPaid(id)),
  }
}

function some(ids: readonly string[], docs: Documents) {
  return ordersFrom(ids.flatMap((id) => docs.get(orderReference(id).path) ?? [])).orders
}

/**
 * Returns each order's placement context in one round trip, or two near a limit. Unreadable orders
 * fail alone.
 */
export async function readFound(
  tx: Transaction,
  keys: readonly PlacementRefs[],
): Promise<readonly (() => OrderContext)[]> {
  const docs = await read(tx, keys.flatMap(referencesOf))
  const accounts = keys.map((key) => {
    const { limit } = placeReferences(key)
    const known = accountOrdersSchema.parse(docs.get(limit.path)?.data() ?? {})
    return { known, doubtful: doubtfulOrders(known, key.units) }
  })
  const doubtfulReferences = accounts.flatMap(({ doubtful }) => doubtful.map(orderReference))
  const unpaid = await read(tx, doubtfulReferences)
  return keys.map((key, index) => () => {
    const { counter, user } = placeReferences(key)
    const order = docs.get(orderReference(key.id).path)
    const { known, doubtful } = accounts[index] ?? {
      known: accountOrdersSchema.parse({}),
      doubtful: [],
    }
    const current: unknown = docs.get(counter.path)?.get('current')
    const code = key.code === undefined ? undefined : docs.get(discountReference(key.code).path)
    return {
      order: order && orderFrom(order),
      count: typeof current === 'number' ? current : 0,
      account: accountIn(known, doubtful, unpaid),
      hasPaid: docs.get(user.path)?.get('hasPaid') === true,
      taken: new Map(
        key.products.map((id) => [id, reservedStockFrom(docs.get(stockReference(id).path))]),
      ),
      replaceable: some(key.replaces, docs),
      overdue: some(key.overdue, docs),
      ...(code ? { code: codeFrom(code) } : {}),
    }
  })
}

/**
 * Returns the context of each existing order, undefined for others, without a transaction. One
 * read. Unreadable orders fail alone.
 */
export async function readPlaced(
  ids: readonly string[],
): Promise<readonly Promise<OrderContext | undefined>[]> {
  const documents = await database().getAll(...ids.map(orderReference))
  return documents.map(async (document) => {
    const order = orderFrom(document)
    return order && { ...NOTHING_FOUND, order }
  })
}

const NOTHING_FOUND: OrderContext = {
  order: undefined,
  count: 0,
  account: accountOrdersSchema.parse({}),
  hasPaid: false,
  taken: new Map(),
  replaceable: [],
  overdue: [],
}

// An unpaid order ends after three days, and the other limit is of an hour.
export const LIMIT_RETENTION_DAYS = 7

/** The record of an account's orders that its limits count: order_limits/{uid}. */
export const ORDER_LIMITS = 'order_limits'

type Answer = OrderPlacement | OrderRefusal
type Job = { readonly key: PlacementRefs; readonly place: (found: OrderContext) => Answer }

/** Outcome of one transaction run, with what it writes where this run places the order. */
type Outcome =
  | { readonly answer: Answer; readonly write?: (tx: Transaction) => readonly MailDraft[] }
  | { readonly problem: unknown }

/** Counts of the earlier orders in the same transaction. */
type BatchCounts = {
  readonly counts: Map<string, number>
  taken: ReservedStockByProduct
  readonly uses: UseMove[]
}

// Each decides on what the ones before it leave.
function decide({ key, place }: Job, read: () => OrderContext, counted: BatchCounts): Outcome {
  try {
    const found = read()
    const taken = [...found.taken].map(
      ([id, units]) => [id, counted.taken.get(id) ?? units] as const,
    )
    const count = counted.counts.get(key.timeCode) ?? found.count
    const code = key.code === undefined ? undefined : found.code
    const left = code && { code: afterUses(code, key.code ?? '', counted.uses) }
    const answer = place({ ...found, ...left, count, taken: new Map(taken) })
    if (!isPlaced(answer) || !answer.draft) return { answer }
    counted.counts.set(key.timeCode, answer.count)
    const { draft, order, replaced, lapsed } = answer
    const changed = [
      { before: draft, events: order.history },
      ...[...replaced, ...lapsed].map((one) => {
        return { before: one.order, events: one.change.events }
      }),
    ]
    counted.uses.push(...changed.flatMap(({ before, events }) => useMoves(before, events)))
    const moves = changed.flatMap(({ before, events }) => stockMoves(before, events))
    const after = taken.map(([id, units]) => {
      const held = afterFirstTimeMoves(units, answer.firstTimeBuyers, id)
      return [id, afterMoves(held, moves, id)] as const
    })
    counted.taken = new Map([...counted.taken, ...after])
    return { answer, write: (tx) => write(tx, key, draft, answer) }
  } catch (problem) {
    return { problem }
  }
}

function write(
  tx: Transaction,
  key: PlacementRefs,
  draft: Order,
  placed: OrderPlacement,
): readonly MailDraft[] {
  const { limit, user } = placeReferences(key)
  const { history: events, createdAt } = placed.order
  const own = commit(
    tx,
    draft,
    { events },
    { isNew: true, firstTimeBuyers: placed.firstTimeBuyers },
  )
  const { reservedSince, ...account } = placed.account
  tx.set(limit, {
    ...account,
    ...defined({ reservedSince }),
    ...expiry(createdAt, LIMIT_RETENTION_DAYS),
  })
  tx.set(user, mergeFields({ profile: placed.profile }), { merge: true })
  const ended = [...placed.replaced, ...placed.lapsed].map(({ order, change }) =>
    commit(tx, order, change, { key: key.id }),
  )
  return [own, ...ended].flatMap(({ mails }) => mails)
}

/** One run of the transaction that places several orders: one read of all, and one count of each hour. */
async function placeAll(tx: Transaction, jobs: readonly Job[]) {
  const reads = await readFound(
    tx,
    jobs.map(({ key }) => key),
  )
  const counted: BatchCounts = { counts: new Map(), taken: new Map(), uses: [] }
  const outcomes = jobs.map((job, index) => decide(job, reads[index] ?? unread, counted))
  const mails = outcomes.flatMap((outcome) =>
    'answer' in outcome ? (outcome.write?.(tx) ?? []) : [],
  )
  for (const [timeCode, current] of counted.counts) {
    tx.set(database().collection('order_counters').doc(timeCode), { current })
  }
  return { outcomes, mails }
}

function unread(): never {
  throw new Error('Order was not read in this transaction')
}

// A transaction whose answer did not come in time may have placed its orders all the same.
async function placedInTime(
  jobs: readonly Job[],
  failure: unknown,
): Promise<readonly Promise<Answer>[]> {
  if (!(failure instanceof DatabaseBusy)) throw failure
  const found = await readPlaced(jobs.map(({ key }) => key.id))
  return jobs.map(async ({ place }, index) => {
    const placed = await found[index]
    if (!placed) throw busy(failure)
    return place(placed)
  })
}

async function placeGroup(jobs: readonly Job[]): Promise<readonly Promise<Answer>[]> {
  const call = transactContended('placing orders', (tx) => placeAll(tx, jobs))
  const placed = await call.catch(asBusy).catch((failure: unknown) => ({ failure }))
  if ('failure' in placed) return placedInTime(jobs, placed.failure)
  const { outcomes, mails } = placed
  queueForSending(mails)
  return outcomes.map(async (outcome) => {
    if ('problem' in outcome) throw outcome.problem
    return outcome.answer
  })
}

const ordersOf = ({ key }: Job) => [key.id, ...key.replaces, ...key.overdue]

// Orders of one account, or that change one and the same order, follow each other.
function fits(job: Job, others: readonly Job[]): boolean {
  const own = new Set(ordersOf(job))
  return others.every(
    (other) => other.key.uid !== job.key.uid && !ordersOf(other).some((id) => own.has(id)),
  )
}

/** Maximum orders per transaction: each costs some ten writes, and a commit should stay short. */
const MOST = 60

/** Maximum queue length: as many as are placed before a shopper gives up. */
const ROOM = 400

/** In milliseconds: lets other processes at the hour's counter, which else lose to the one that holds it. */
const PAUSE = 150

const queue = new SharedQueue<Job, Answer>({
  run: placeGroup,
  fits,
  most: MOST,
  room: ROOM,
  pause: () => pause(PAUSE),
})

/** Looks of one moment are one read. */
const looks = new SharedQueue<string, OrderContext | undefined>({
  run: readPlaced,
  fits: () => true,
  most: MOST,
  room: ROOM,
})

/** In milliseconds: the longest wait for a turn before DatabaseBusy. */
const TURN_WITHIN = DATABASE_DEADLINE

function busy(cause?: unknown): DatabaseBusy {
  const { ahead } = queue
  return new DatabaseBusy(`${ahead} orders are ahead`, { ahead, cause })
}

/**
 * Places an order with all its documents, batched with others of this process. `place` may run
 * several times. Throws DatabaseBusy.
 */
export async function createOrder(key: PlacementRefs, place: Job['place']): Promise<Answer> {
  const turn = new AbortController()
  const late = () => turn.abort(busy())
  const timer = setTimeout(late, TURN_WITHIN)
  try {
    // While others are queued, an existing order is returned without waiting.
    const placed = queue.ahead === 0 ? undefined : await looks.add(key.id, turn.signal)
    return placed ? place(placed) : await queue.add({ key, place }, turn.signal)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw busy(error)
  } finally {
    clearTimeout(timer)
  }
}
