import { FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'

import { mergeFields } from '#lib/adapters/firestore/database.ts'
import { itemsOutsideStock, stockOf } from '#lib/inventory/stock.ts'
import { makeMoves } from '#lib/inventory/units-to-make.ts'
import { documentOf, fieldsFrom, movementsOf, orderSchema } from '#lib/order/apply.ts'
import { orderIndex } from '#lib/order/order-index.ts'
import type { Order } from '#lib/order/order.ts'
import { orderDocument, paymentFields } from '../support/seeded-orders.ts'

const DAY = 24 * 60 * 60 * 1000
const NAMES = ['王小芳', '李大同', '陳美玲', '林志明', '張雅婷']

/** The newest day of the seeds. */
export const TODAY = new Date('2026-11-23T04:00:00.000Z')

/** An order of a year's, or of fewer days: three of four are paid, and those of the last three days wait to be shipped. */
export function soldOrder(index: number, count: number, days = 365): Order {
  const at = new Date(TODAY.getTime() - ((count - 1 - index) / count) * days * DAY).toISOString()
  const isPaid = index % 4 !== 0
  const isShipped = index < count * (1 - 3 / days)
  const name = NAMES[index % NAMES.length] ?? ''
  const sequence = String(index).padStart(8, '0')
  const base = orderDocument({ uid: `member-${index}`, email: `m${index}@example.com` }, index)
  const payment = paymentFields({ state: 'paid', attempt: 'captured' })
  const stored = {
    ...base,
    createdAt: at,
    recipient: {
      ...base.recipient,
      lastName: name.slice(0, 1),
      firstName: name.slice(1),
      phone: `09${sequence}`,
    },
    ...(isPaid
      ? {
          ...payment,
          status: isShipped ? '已出貨' : '已付款',
          paidAt: at,
          ...(isShipped
            ? { shipment: { carrier: '黑貓', trackingNumber: `T${sequence}`, shippedAt: at } }
            : {}),
        }
      : { status: '已取消' }),
  }
  return orderSchema.parse(
    fieldsFrom({ id: `order-${sequence}`, exists: true, data: () => stored }),
  )
}

// Stores an order with its movements and index, as the shop does.
function storeOrder(db: Firestore, batch: WriteBatch, order: Order): void {
  const document = { ...documentOf(order), index: orderIndex(order) }
  batch.set(db.collection('orders').doc(order.id), document)
  for (const { id: movement, ...rest } of movementsOf(order)) {
    batch.set(db.collection('movements').doc(movement), rest)
  }
  for (const { id: product, stock, preorder, sizes } of stockOf(itemsOutsideStock(order))) {
    const counts = { ...increments({ stock, preorder }), sizes: increments(sizes) }
    batch.set(db.collection('stock').doc(product), mergeFields(counts), { merge: true })
  }
  for (const { id: product, title, ...move } of makeMoves(undefined, order)) {
    const { units, pending, days } = move
    const made = { units: increments(units), pending: increments(pending) }
    const counts = { title, ...made, days: increments(days) }
    batch.set(db.collection('to_make').doc(product), mergeFields(counts), { merge: true })
  }
}

const increments = (counts: Readonly<Partial<Record<string, number>>>) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count = 0]) => [name, FieldValue.increment(count)]),
  )

/** Stores so many orders as the shop does, with their movements and what they are searched by. */
export async function storeSold(db: Firestore, orders: readonly Order[]): Promise<void> {
  for (let start = 0; start < orders.length; start += 200) {
    const batch = db.batch()
    for (const order of orders.slice(start, start + 200)) {
      storeOrder(db, batch, order)
    }
    await batch.commit()
  }
}
