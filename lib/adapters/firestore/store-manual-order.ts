import 'server-only'

import type { Transaction } from 'firebase-admin/firestore'

import { mailsOf } from '../../mail/notifications.ts'
import { applyChange } from '../../order/apply.ts'
import type { Order } from '../../order/order.ts'
import { stockOf, type TakenPieces } from '../../order/stock.ts'
import { ok, type Result } from '../../result.ts'
import { database, withDeadline } from './database.ts'
import { noteInvoice } from './due-invoices.ts'
import { writeIndex } from './order-index.ts'
import { orderFrom, orderReference, type ChangedOrder } from './orders.ts'
import { queueForSending, isMailEnabled, writeMails } from './outbox.ts'
import { moveStock, takenIn } from './stock.ts'
import { documentOf } from './stored-order.ts'
import { wishesOf } from './wishes.ts'

/** The document of a manual order, the hour in which it is counted, and its products. */
type ManualOrderKey = {
  readonly id: string
  readonly timeCode: string
  readonly products: readonly string[]
}

/** Context of the transaction: the hour's order count and the reserved pieces. */
type ManualOrderContext = { readonly count: number; readonly taken: TakenPieces }

function store(tx: Transaction, order: Order, count: number): ChangedOrder {
  const { paidAt: _paidAt, ...draft } = order
  const wishes = wishesOf({ ...draft, status: '待付款' }, { events: order.history })
  const after = applyChange(order, { ...wishes, events: [] })
  const mails = isMailEnabled() ? mailsOf(undefined, after) : []
  const index = writeIndex(tx, undefined, after)
  tx.create(orderReference(order.id), { ...documentOf(after), index })
  tx.set(database().collection('order_counters').doc(order.timeCode), { current: count })
  for (const move of stockOf(order.items)) moveStock(tx, move)
  writeMails(tx, mails, new Date(order.createdAt))
  return { order: after, mails }
}

/**
 * Stores a manual order once per id, with stock, movement and mails. `decide` may run several
 * times. Throws DatabaseUnavailable.
 */
export async function storeManualOrder<Code extends string>(
  { id, timeCode, products }: ManualOrderKey,
  decide: (context: ManualOrderContext) => Result<Order, Code>,
): Promise<Result<Order, Code>> {
  const call = database().runTransaction(async (tx: Transaction) => {
    const counter = database().collection('order_counters').doc(timeCode)
    const [known, hour] = await tx.getAll(orderReference(id), counter)
    const before = known && orderFrom(known)
    if (before) return { answer: ok(before), mails: [] }
    const taken = await takenIn(tx, products)
    const current: unknown = hour?.get('current')
    const count = typeof current === 'number' ? current : 0
    const answer = decide({ count, taken })
    if (!answer.ok) return { answer, mails: [] }
    const { order, mails } = store(tx, answer.data, count + 1)
    return { answer: ok(order), mails }
  })
  const { answer, mails } = await withDeadline('storing a manual order', call)
  queueForSending(mails)
  if (answer.ok) noteInvoice(answer.data)
  return answer
}
