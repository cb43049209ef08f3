import 'server-only'

import { database, transact, type Transaction } from '#lib/adapters/firestore/database.ts'
import { reservedStockIn } from '#lib/inventory/inventory-store.ts'
import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { noteInvoice } from '#lib/invoice/written-invoices.ts'
import { queueForSending } from '#lib/mail/outbox-store.ts'
import { ok, type Result } from '#lib/result.ts'
import { commit, orderFrom, orderReference } from './order-store.ts'
import type { Order } from './order.ts'
import type { NewOrder } from './placement.ts'

/** The document of a manual order, the hour in which it is counted, and its products. */
type ManualOrderKey = {
  readonly id: string
  readonly timeCode: string
  readonly products: readonly string[]
}

/** Context of the transaction: the hour's order count and the reserved units. */
type ManualOrderContext = { readonly count: number; readonly taken: ReservedStockByProduct }

/**
 * Stores a manual order once per id, with stock, movement and mails. `decide` may run several
 * times. Throws DatabaseUnavailable.
 */
export async function storeManualOrder<Code extends string>(
  { id, timeCode, products }: ManualOrderKey,
  decide: (context: ManualOrderContext) => Result<NewOrder, Code>,
): Promise<Result<Order, Code>> {
  const { answer, mails } = await transact('storing a manual order', async (tx: Transaction) => {
    const counter = database().collection('order_counters').doc(timeCode)
    const [known, hour] = await tx.getAll(orderReference(id), counter)
    const before = known && orderFrom(known)
    if (before) return { answer: ok(before), mails: [] }
    const taken = await reservedStockIn(tx, products)
    const current: unknown = hour?.get('current')
    const count = typeof current === 'number' ? current : 0
    const answer = decide({ count, taken })
    if (!answer.ok) return { answer, mails: [] }
    const { draft, events } = answer.data
    tx.set(counter, { current: count + 1 })
    const { order, mails } = commit(tx, draft, { events }, { isNew: true, firstTimeBuyers: [] })
    return { answer: ok(order), mails }
  })
  queueForSending(mails)
  if (answer.ok) noteInvoice(answer.data)
  return answer
}
