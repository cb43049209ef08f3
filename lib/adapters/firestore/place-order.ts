import 'server-only'

import type { DocumentSnapshot, Transaction } from 'firebase-admin/firestore'

import { LIMITS } from '../../account/standing.ts'
import { ORDER_DOCUMENT, type OrderStatus } from '../../order/order.ts'
import type { MailDraft } from '../../mail/mail.ts'
import { eventsOf, mailsOf } from '../../mail/mails-of.ts'
import { type AccountOrders, accountOrdersSchema, heldPieces } from '../../order/account-orders.ts'
import type { Found, Placed } from '../../order/placement.ts'
import { countsPieces } from '../../order/hold.ts'
import { stockOf } from '../../order/stock.ts'
import { asBusy, database, expiry, withDeadline } from './database.ts'
import { orderFrom, orderReference, ordersFrom, writeChange } from './orders.ts'
import { noteWritten, sendsMails, writeMails } from './outbox.ts'
import { moveStock, stockReference, takenFrom } from './stock.ts'

const UNPAID: OrderStatus = '待付款'

// An unpaid order ends after three days, and the other limit is of an hour.
const LIMIT_KEPT_DAYS = 7

/**
 * Reads of the order transaction: the order, its hour, its member, its products, orders that it
 * may replace, and orders whose holds are overdue. `pieces` are those that its hold would keep.
 */
export type PlaceKey = {
  readonly id: string
  readonly uid: string
  readonly timeCode: string
  readonly products: readonly string[]
  readonly pieces: number
  readonly replaces: readonly string[]
  readonly overdue: readonly string[]
}

function countOf(snapshot: DocumentSnapshot | undefined): number {
  const current: unknown = snapshot?.get('current')
  return typeof current === 'number' ? current : 0
}

const FEWEST = {
  unpaid: Math.min(...Object.values(LIMITS).map(({ unpaidOrders }) => unpaidOrders)),
  pieces: Math.min(...Object.values(LIMITS).map((limits) => limits.heldPieces)),
}

// Which of the account's orders are unpaid still is asked only where a limit may be reached.
async function accountIn(
  tx: Transaction,
  snapshot: DocumentSnapshot | undefined,
  pieces: number,
): Promise<AccountOrders> {
  const known = accountOrdersSchema.parse(snapshot?.data() ?? {})
  const held = heldPieces(known.holds, new Date())
  const isFar = known.unpaid.length < FEWEST.unpaid && held + pieces <= FEWEST.pieces
  const ids = [...new Set([...known.unpaid, ...known.holds.map(({ id }) => id)])]
  const valid = ids.filter((id) => ORDER_DOCUMENT.test(id))
  if (isFar || valid.length === 0) return known
  const docs = await tx.getAll(...valid.map(orderReference))
  const unpaid = new Set(docs.filter((doc) => doc.get('status') === UNPAID).map(({ id }) => id))
  return {
    ...known,
    unpaid: known.unpaid.filter((id) => unpaid.has(id)),
    holds: known.holds.filter(({ id }) => unpaid.has(id)),
  }
}

function references({ uid, timeCode }: PlaceKey) {
  const db = database()
  return {
    counter: db.collection('order_counters').doc(timeCode),
    limit: db.collection('order_limits').doc(uid),
    user: db.collection('users').doc(uid),
  }
}

async function readFound(tx: Transaction, key: PlaceKey): Promise<Found> {
  const { counter, limit, user } = references(key)
  const [order, counterDoc, limitDoc, userDoc, ...others] = await tx.getAll(
    orderReference(key.id),
    counter,
    limit,
    user,
    ...key.products.map(stockReference),
    ...key.replaces.map(orderReference),
    ...key.overdue.map(orderReference),
  )
  const stock = others.splice(0, key.products.length)
  const replaceable = others.splice(0, key.replaces.length)
  return {
    order: order && orderFrom(order),
    count: countOf(counterDoc),
    account: await accountIn(tx, limitDoc, key.pieces),
    hasPaid: userDoc?.get('hasPaid') === true,
    taken: new Map(key.products.map((id, index) => [id, takenFrom(stock[index])])),
    replaceable: ordersFrom(replaceable).orders,
    overdue: ordersFrom(others).orders,
  }
}

function write(tx: Transaction, key: PlaceKey, placed: Placed): readonly MailDraft[] {
  const { counter, limit, user } = references(key)
  const { id: _id, ...fields } = placed.order
  const mails = sendsMails() ? mailsOf(undefined, placed.order) : []
  tx.create(orderReference(key.id), { ...fields, told: eventsOf(mails) })
  tx.set(counter, { current: placed.count })
  const { createdAt } = placed.order
  const kept = expiry(createdAt, LIMIT_KEPT_DAYS)
  const { heldSince, ...account } = placed.account
  tx.set(limit, { ...account, ...(heldSince === undefined ? {} : { heldSince }), ...kept })
  tx.set(user, { profile: placed.profile }, { merge: true })
  writeMails(tx, mails, new Date(createdAt))
  const changed = [...placed.replaced, ...placed.lapsed]
  const ended = changed.map(({ order, change }) => writeChange(tx, order, change))
  const moves = countsPieces(placed.order) ? stockOf(placed.order.items) : []
  for (const move of moves) moveStock(tx, move)
  return [...mails, ...ended.flatMap((one) => one.mails)]
}

/**
 * Places an order in one transaction of two round trips: order, counter, limit, stock, profile,
 * mails, and what it replaces, together. `place` may run several times and decides on what is
 * stored. Throws DatabaseBusy where others order the same at once.
 */
export async function createOrder<Refusal>(
  key: PlaceKey,
  place: (found: Found) => Placed | Refusal,
  isPlaced: (answer: Placed | Refusal) => answer is Placed,
): Promise<Placed | Refusal> {
  const call = database().runTransaction(async (tx: Transaction) => {
    const found = await readFound(tx, key)
    const answer = place(found)
    if (!isPlaced(answer) || found.order) return { answer, mails: [] }
    return { answer, mails: write(tx, key, answer) }
  })
  const { answer, mails } = await withDeadline('placing an order', call).catch(asBusy)
  noteWritten(mails)
  return answer
}
