import { orderDocument } from '../../e2e/support/seeded-orders.ts'
import { database } from '../../lib/adapters/firestore/database.ts'

let count = 0

/** Writes an unpaid order of two shirts that was placed a moment ago; returns its document id. */
export async function newOrder(): Promise<string> {
  const uid = `buyer-${count}`
  const order = orderDocument({ uid, email: `${uid}@example.com` }, count)
  count += 1
  const createdAt = new Date().toISOString()
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 24)
  await database()
    .doc(`orders/${id}`)
    .create({ ...order, createdAt })
  return id
}
