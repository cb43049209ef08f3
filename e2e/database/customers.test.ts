import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { makeOrder } from '#lib/order/payment/orders.fixture.ts'

import { soldOrder, storeSold } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const { db } = await openStoredShop({ after })

test('customers are listed a page at a time with their sums, and sales are read by the day of payment (rules 800, 801)', async () => {
  const sold = Array.from({ length: 200 }, (_, index) => soldOrder(index, 200))
  const paid = sold.filter(({ paidAt }) => paidAt !== undefined)
  await storeSold(db, sold)
  const uids = Array.from({ length: 30 }, (_, index) => `buyer-${String(index).padStart(2, '0')}`)
  for (const [index, uid] of uids.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, index + 1)).toISOString()
    await db.doc(`users/${uid}`).set({ uid, email: '', name: uid, createdAt, hasPaid: true })
  }
  const [first] = paid
  assert.ok(first)
  await db.doc(`orders/${first.id}`).update({ uid: 'buyer-29' })
  const { listCustomers } = await import('#lib/owner/customer-list.ts')
  const { readSales } = await import('#lib/owner/customer-list.ts')
  const page = await listCustomers(undefined)
  assert.equal(page.rows.length, 25)
  assert.partialDeepStrictEqual(page.rows[0], { uid: 'buyer-29', orders: 1 })
  const rest = await listCustomers(page.next)
  assert.deepEqual([rest.rows.length, rest.rows.at(-1)?.uid, rest.next], [5, 'buyer-00', undefined])
  const { days } = await readSales(new Date(first.paidAt ?? ''))
  assert.ok((days.at(-1)?.orders ?? 0) > 0)
})

const keepChallenge = (text: string) => db.doc('sessions/s').set({ challenge: { text, at: 0 } })

test('a challenge for a passkey is answered once, within five minutes (rule 699)', async () => {
  const { takeChallenge } = await import('#lib/account/session-store.ts')
  const end = 5 * 60_000
  await keepChallenge('in time')
  assert.equal(await takeChallenge('s', new Date(end)), 'in time')
  assert.equal(await takeChallenge('s', new Date(end)), undefined)
  await keepChallenge('too late')
  assert.equal(await takeChallenge('s', new Date(end + 1)), undefined)
})

test('an account without an e-mail is given no order that has none either (rule 361)', async () => {
  const { ordersNaming, ordersUnderEmail } = await import('#lib/owner/erasure-store.ts')
  const { id, ...fields } = makeOrder({ id: 'nameless', email: '', recipient: EMPTY_RECIPIENT })
  await db.doc(`orders/${id}`).set(fields)
  assert.deepEqual([await ordersUnderEmail(''), await ordersNaming('')], [[], []])
})
