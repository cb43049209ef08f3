import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { makeOrder } from '#lib/order/payment/orders.fixture.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { soldOrder, storeSold } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const { db } = await openStoredShop({ after })

test('customers are listed a page at a time with their sums (rule 801)', async () => {
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
  const { listCustomers } = await import('#lib/owner/find-orders.ts')
  const page = await listCustomers(undefined)
  assert.equal(page.rows.length, 25)
  assert.partialDeepStrictEqual(page.rows[0], { uid: 'buyer-29', orders: 1 })
  const rest = await listCustomers(page.next)
  assert.deepEqual([rest.rows.length, rest.rows.at(-1)?.uid, rest.next], [5, 'buyer-00', undefined])
})

test('a range reads its movements and their orders, and nothing where there are too many (rules 1334, 1336)', async () => {
  const { readSales } = await import('#lib/owner/read-sales.ts')
  const sold = await db.collection('movements').orderBy('at').get()
  const days = sold.docs.map((one) => taipeiDay(new Date(String(one.get('at')))))
  const range = { from: days[0] ?? '', until: days.at(-1) ?? '' }
  const all = await readSales(range, sold.size)
  assert.ok(all.ok)
  assert.equal(all.data.read.movements, sold.size)
  assert.equal(
    all.data.total.kept,
    sold.docs.reduce((sum, one) => sum + Number(one.get('amount')), 0),
  )
  assert.ok(all.data.total.sold > 0)
  assert.deepEqual(await readSales(range, sold.size - 1), {
    ok: false,
    code: 'too-many',
    detail: String(sold.size),
  })
})

const keepChallenge = (text: string) => db.doc('sessions/s').set({ challenge: { text, at: 0 } })

test('a challenge for a passkey is answered once, within five minutes (rule 699)', async () => {
  const { takeChallenge } = await import('#lib/account/account-store.ts')
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
