import 'server-only'

import { type Query, database, find } from '../adapters/firestore/database.ts'
import { z } from 'zod'

const PAGE = 300

const memberSchema = z.object({
  uid: z.string(),
  email: z.string().catch(''),
  profile: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

const orderSchema = z.object({
  uid: z.string().catch(''),
  email: z.string().catch(''),
  recipient: z.object({ email: z.string().catch('') }).catch({ email: '' }),
})

// Times are written as text, which sorts as they do.
async function readSince<Data>(
  collection: string,
  since: string,
  read: (data: unknown) => Data | undefined,
): Promise<readonly Data[]> {
  const all = database()
    .collection(collection)
    .where('createdAt', '>=', since)
    .orderBy('createdAt')
    .orderBy('__name__')
  const found: Data[] = []
  let rest: Query = all
  for (;;) {
    const docs = await find(`reading ${collection}`, rest.limit(PAGE))
    found.push(...docs.flatMap((document) => read(document.data()) ?? []))
    const last = docs.at(-1)
    if (!last || docs.length < PAGE) return found
    rest = all.startAfter(last)
  }
}

/** The members who signed up since a time, and whether they have saved a profile. Throws DatabaseUnavailable. */
export function affectedMembers(since: string) {
  return readSince('users', since, (data) => {
    const member = memberSchema.safeParse(data).data
    if (!member) return undefined
    const { uid, email, profile } = member
    return { uid, email, hasProfile: profile !== undefined && Object.keys(profile).length > 0 }
  })
}

/**
 * Returns the members and recipients of orders placed since a time, without erased ones. Throws
 * DatabaseUnavailable.
 */
export function affectedOrders(since: string) {
  return readSince('orders', since, (data) => {
    const order = orderSchema.safeParse(data).data
    return order && { uid: order.uid, email: order.email, recipientEmail: order.recipient.email }
  })
}
