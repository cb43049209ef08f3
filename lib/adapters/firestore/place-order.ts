import 'server-only'

import type { DocumentSnapshot, Transaction } from 'firebase-admin/firestore'

import { ORDER_DOCUMENT, type OrderStatus } from '../../order/order.ts'
import type { MailDraft } from '../../mail/mail.ts'
import { eventsOf, mailsOf } from '../../mail/mails-of.ts'
import { type Found, type Placed, UNPAID_UNPROVEN } from '../../order/placement.ts'
import { stockOf } from '../../order/stock.ts'
import { asBusy, database, expiry, withDeadline } from './database.ts'
import { orderFrom, orderReference, ordersFrom, writeChange } from './orders.ts'
import { noteWritten, sendsMails, writeMails } from './outbox.ts'
import { moveStock, stockReference, takenFrom } from './stock.ts'

const UNPAID: OrderStatus = '待付款'

// An unpaid order ends after three days, and the other limit is of an hour.
const LIMIT_KEPT_DAYS = 7

/** What the order transaction reads: the order, its hour, its member, its products, and orders it may replace. */
export type PlaceKey = {
  readonly id: string
  readonly uid: string
  readonly timeCode: string
  readonly products: readonly string[]
  readonly replaces: readonly string[]
}

function countOf(snapshot: DocumentSnapshot | undefined): number {
  const current: unknown = snapshot?.get('current')
  return typeof current === 'number' ? current : 0
}

function textsIn(snapshot: DocumentSnapshot | undefined, field: string): readonly string[] {
  const texts: unknown = snapshot?.get(field)
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

// Which of the orders that were unpaid are so still; asked only where their number matters.
async function stillUnpaid(tx: Transaction, given: readonly string[]): Promise<readonly string[]> {
  const ids = given.filter((id) => ORDER_DOCUMENT.test(id))
  if (ids.length < UNPAID_UNPROVEN) return ids
  const docs = await tx.getAll(...ids.map(orderReference))
  return docs.filter((doc) => doc.get('status') === UNPAID).map(({ id }) => id)
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
  const { counter, limit } = references(key)
  const [order, counterDoc, limitDoc, ...others] = await tx.getAll(
    orderReference(key.id),
    counter,
    limit,
    ...key.products.map(stockReference),
    ...key.replaces.map(orderReference),
  )
  const stock = others.slice(0, key.products.length)
  const replaceable = others.slice(key.products.length)
  return {
    order: order && orderFrom(order),
    count: countOf(counterDoc),
    recent: textsIn(limitDoc, 'recent'),
    unpaid: await stillUnpaid(tx, textsIn(limitDoc, 'unpaid')),
    taken: new Map(key.products.map((id, index) => [id, takenFrom(stock[index])])),
    replaceable: ordersFrom(replaceable).orders,
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
  tx.set(limit, { recent: placed.recent, unpaid: placed.unpaid, ...kept })
  tx.set(user, { profile: placed.profile }, { merge: true })
  writeMails(tx, mails, new Date(createdAt))
  const ended = placed.replaced.map(({ order, change }) => writeChange(tx, order, change))
  for (const move of stockOf(placed.order.items)) moveStock(tx, move)
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
