import 'server-only'

import type { DocumentReference, DocumentSnapshot, Transaction } from 'firebase-admin/firestore'

import { LIMITS } from '../../account/standing.ts'
import { ORDER_DOCUMENT } from '../../order/order.ts'
import type { OrderStatus } from '../../order/order-item.ts'
import {
  type AccountOrders,
  accountOrdersSchema,
  piecesIn,
  type OrderContext,
} from '../../order/placement.ts'
import { database } from './database.ts'
import { orderFrom, orderReference, ordersFrom } from './orders.ts'
import { stockReference, takenFrom } from './stock.ts'

const UNPAID: OrderStatus = '待付款'
const CANCELLED: OrderStatus = '已取消'

/** Documents that placing an order reads. `pieces` are those that its hold would reserve. */
export type PlacementRefs = {
  readonly id: string
  readonly uid: string
  readonly timeCode: string
  readonly products: readonly string[]
  readonly pieces: number
  readonly replaces: readonly string[]
  readonly overdue: readonly string[]
}

/** The documents of an order that is placed, besides its own. */
export function placeReferences({ uid, timeCode }: PlacementRefs) {
  const db = database()
  return {
    counter: db.collection('order_counters').doc(timeCode),
    limit: db.collection('order_limits').doc(uid),
    user: db.collection('users').doc(uid),
  }
}

function referencesOf(key: PlacementRefs): readonly DocumentReference[] {
  return [
    ...[key.id, ...key.replaces, ...key.overdue].map(orderReference),
    ...Object.values(placeReferences(key)),
    ...key.products.map(stockReference),
  ]
}

function countIn(snapshot: DocumentSnapshot | undefined): number {
  const current: unknown = snapshot?.get('current')
  return typeof current === 'number' ? current : 0
}

const FEWEST = {
  unpaid: Math.min(...Object.values(LIMITS).map(({ unpaidOrders }) => unpaidOrders)),
  pieces: Math.min(...Object.values(LIMITS).map((limits) => limits.heldPieces)),
}

// The account's orders of which it matters what became of them: none where no limit may be reached.
function doubtfulOrders({ unpaid, holds }: AccountOrders, pieces: number): readonly string[] {
  if (unpaid.length < FEWEST.unpaid && piecesIn(holds) + pieces <= FEWEST.pieces) return []
  const ids = [...new Set([...unpaid, ...holds.map(({ id }) => id)])]
  return ids.filter((id) => ORDER_DOCUMENT.test(id))
}

type Documents = ReadonlyMap<string, DocumentSnapshot>

async function read(tx: Transaction, references: readonly DocumentReference[]): Promise<Documents> {
  const unique = [...new Map(references.map((one) => [one.path, one])).values()]
  const documents = unique.length === 0 ? [] : await tx.getAll(...unique)
  return new Map(documents.map((one) => [one.ref.path, one]))
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
    // A hold counts whatever became of its order, unless that was paid.
    holds: known.holds.filter(({ id }) => !isPaid(id)),
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
    return { known, doubtful: doubtfulOrders(known, key.pieces) }
  })
  const requests = accounts.flatMap(({ doubtful }) => doubtful.map(orderReference))
  const unpaid = await read(tx, requests)
  return keys.map((key, index) => () => {
    const { counter, user } = placeReferences(key)
    const order = docs.get(orderReference(key.id).path)
    const { known, doubtful } = accounts[index] ?? {
      known: accountOrdersSchema.parse({}),
      doubtful: [],
    }
    return {
      order: order && orderFrom(order),
      count: countIn(docs.get(counter.path)),
      account: accountIn(known, doubtful, unpaid),
      hasPaid: docs.get(user.path)?.get('hasPaid') === true,
      taken: new Map(key.products.map((id) => [id, takenFrom(docs.get(stockReference(id).path))])),
      replaceable: some(key.replaces, docs),
      overdue: some(key.overdue, docs),
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
