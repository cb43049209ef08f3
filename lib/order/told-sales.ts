import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import {
  database,
  type DocumentReference,
  expiry,
  find,
  readDocument,
  transact,
  type Transaction,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { collect, type Property } from '../adapters/google-analytics/collect.ts'
import { ANALYTICS } from '../consent/analytics.ts'
import { toldOf } from '../consent/shop-events.ts'
import { log } from '../log/log.ts'
import { backoff, later } from '../operation/timing.ts'
import { linePaid } from '../price/price.ts'
import { settings } from '../settings/env.ts'
import { type StoredMovement, paidParts } from './movements.ts'
import type { Order } from './order.ts'

const toldSchema = z.object({
  client: z.string(),
  at: z.iso.datetime(),
  name: z.enum(['purchase', 'refund']),
  params: z.looseObject({}),
  /** When it is sent next. */
  dueAt: z.iso.datetime(),
  tries: z.int(),
})
type ToldSale = z.infer<typeof toldSchema>

const queue = () => database().collection('told_sales')
const ended = (client: string) => database().collection('ended_analytics').doc(hashOf(client))

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 24)

/** The property that is told of sales; nothing without Google's script and its secret. */
export function toldProperty(): Property | undefined {
  const { GA_API_SECRET: secret } = settings()
  const id = ANALYTICS?.googleId
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

/**
 * What Google is told of money that moved, and the order by a hash alone: goods at what was paid for them, their worth
 * without delivery, as Google's reference of purchase and refund asks, and delivery beside it.
 */
export function saleOf(
  order: Order,
  movement: StoredMovement,
): Pick<ToldSale, 'name' | 'params'> | undefined {
  const { amount, isSale } = movement
  if (!isSale && amount >= 0) return undefined
  const parts = paidParts(order, movement)
  const delivery = parts.find(({ product }) => product === undefined)?.amount ?? 0
  const goods = parts
    .flatMap(({ item, pieces }) => (item && pieces > 0 ? [{ item, pieces }] : []))
    .map(({ item, pieces }) => {
      // Cents, since a set of three for NT$1,400 has no whole price of a piece.
      const price = Math.round((linePaid(item) / item.quantity) * 100) / 100
      return { ...item, quantity: pieces, price }
    })
  // Money alone, such as a sum that was let go, names no goods and no delivery.
  const shipping = goods.length > 0 ? delivery : 0
  const params = {
    transaction_id: hashOf(order.id),
    currency: 'TWD',
    value: Math.abs(amount) - shipping,
    ...(shipping > 0 ? { shipping } : {}),
    ...(goods.length > 0 ? { items: toldOf(goods).items } : {}),
  }
  return { name: isSale ? 'purchase' : 'refund', params }
}

/** Google takes no event that is older, in milliseconds. */
const TAKEN_FOR = 72 * 60 * 60 * 1000

/** Queues what Google is told, in the transaction that books the movements; of an order without consent nothing. */
export function queueToldSales(
  tx: Transaction,
  order: Order,
  movements: readonly StoredMovement[],
  now = new Date(),
): void {
  const { analytics: client } = order
  if (client === undefined) return
  for (const movement of movements) {
    const told = movement.kind === 'parcel' ? undefined : saleOf(order, movement)
    if (!told) continue
    // The payment itself may be older than the shop's knowledge of it.
    const at = now.toISOString()
    const queued: ToldSale = { client, at, ...told, dueAt: at, tries: 0 }
    tx.set(queue().doc(movement.id), { ...queued, ...expiry(at, 3) })
  }
}

const PAUSES = { first: 10 * 60_000, most: 12 * 60 * 60_000 }

// Claimed before it is sent: another instance leaves it alone meanwhile. With the try that it is claimed for.
function claim(reference: DocumentReference, now: Date): Promise<ToldSale | undefined> {
  return transact('claiming a told sale', async (tx) => {
    const told = toldSchema.safeParse((await tx.get(reference)).data()).data
    if (!told || told.dueAt > now.toISOString()) return undefined
    const dueAt = later(now, backoff(PAUSES, told.tries))
    const tries = told.tries + 1
    tx.update(reference, { dueAt, tries })
    return { ...told, tries }
  })
}

/** The most that one sweep tells. */
const MOST_AT_ONCE = 50

/**
 * Tells Google what is queued and due, if it answers: the first that it does not take ends the run. What a visitor
 * took back, or is too old, is dropped. One query. Throws DatabaseUnavailable.
 */
export async function sendToldSales(now: Date, send = collect): Promise<void> {
  const property = toldProperty()
  if (!property) return
  const due = queue().where('dueAt', '<=', now.toISOString()).orderBy('dueAt').limit(MOST_AT_ONCE)
  for (const { ref: reference } of await find('reading told sales', due)) {
    const told = await claim(reference, now)
    if (!told) continue
    const { client, at, name, params } = told
    const isEnded = (await readDocument('reading ended analytics', ended(client))).exists
    const isLate = now.getTime() - Date.parse(at) > TAKEN_FOR
    const isGone = isEnded || isLate
    if (!isGone && !(await send(property, { client, at, name, params }))) {
      return log('analytics-away', { tries: told.tries }, 'WARNING')
    }
    await writeDocuments('removing a told sale', (batch) => batch.delete(reference))
  }
}

/** How long it is known that a browser took consent back, in days: no order is told later. */
const ENDED_DAYS = 731

/** Notes that a browser took consent back: nothing of its orders is told any more. Throws DatabaseUnavailable. */
export async function endAnalytics(client: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await writeDocuments('ending analytics', (batch) =>
    batch.set(ended(client), { at, ...expiry(at, ENDED_DAYS) }),
  )
}
