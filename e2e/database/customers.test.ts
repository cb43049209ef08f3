import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { provenAddress } from '#lib/account/proven-address.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { documentOf } from '#lib/order/apply.ts'
import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { ScriptedProvider } from './scripted-http.ts'
import { soldOrder, storeSold } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const { db } = await openStoredShop({ after })

test('customers are listed a page at a time with their sums', async () => {
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
  const { listCustomers } = await import('#lib/owner/find-customers.ts')
  const page = await listCustomers(undefined)
  assert.equal(page.rows.length, 25)
  assert.partialDeepStrictEqual(page.rows[0], { uid: 'buyer-29', orders: 1 })
  const rest = await listCustomers(page.next)
  assert.deepEqual([rest.rows.length, rest.rows.at(-1)?.uid, rest.next], [5, 'buyer-00', undefined])
})

test('a range reads its movements and their orders, and nothing where there are too many', async () => {
  const { readSales } = await import('#lib/owner/read-sales.ts')
  const sold = await db.collection('movements').orderBy('at').get()
  const days = sold.docs.map((doc) => taipeiDay(new Date(String(doc.get('at')))))
  const range = { from: days[0] ?? '', until: days.at(-1) ?? '' }
  const all = await readSales(range, sold.size)
  assert.ok(all.ok)
  assert.equal(all.data.read.movements, sold.size)
  assert.equal(
    all.data.total.kept,
    sold.docs.reduce(
      (sum, queryDocumentSnapshot) => sum + Number(queryDocumentSnapshot.get('amount')),
      0,
    ),
  )
  assert.ok(all.data.total.sold > 0)
  assert.deepEqual(await readSales(range, sold.size - 1), {
    ok: false,
    code: 'too-many',
    detail: String(sold.size),
  })
})

const keepChallenge = (text: string) => db.doc('sessions/s').set({ challenge: { text, at: 0 } })

test('a challenge for a passkey is answered once, within five minutes', async () => {
  const { takeChallenge } = await import('#lib/account/account-store.ts')
  const end = 5 * 60_000
  await keepChallenge('in time')
  assert.equal(await takeChallenge('s', new Date(end)), 'in time')
  assert.equal(await takeChallenge('s', new Date(end)), undefined)
  await keepChallenge('too late')
  assert.equal(await takeChallenge('s', new Date(end + 1)), undefined)
})

test('an account without an e-mail is given no order that has none either', async () => {
  const { ordersNaming, ordersUnderEmail } = await import('#lib/owner/erasure-store.ts')
  const nameless = makeOrder({ id: 'nameless', email: '', recipient: EMPTY_RECIPIENT })
  await db.doc('orders/nameless').set(documentOf(nameless))
  assert.equal(provenAddress({ email: '', emailVerified: true }), undefined)
  const ada = provenAddress({ email: 'nobody@example.com', by: 'owner' })
  assert.ok(ada)
  assert.deepEqual([await ordersUnderEmail(ada), await ordersNaming(ada)], [[], []])
})

test('a member is written down once, and any failure but that is one', async () => {
  const { saveNewMember } = await import('#lib/account/account-store.ts')
  const member = { uid: 'new', email: 'new@example.com', name: '新', createdAt: '2026-11-27' }
  await saveNewMember(member)
  await saveNewMember({ ...member, name: '又' })
  assert.deepEqual((await db.doc('users/new').get()).data(), member)
  await assert.rejects(saveNewMember({ ...member, uid: 'huge', name: 'x'.repeat(1_100_000) }))
})

const LOOKUP = 'POST /identitytoolkit.googleapis.com/v1/projects/demo-reads/accounts:lookup'
const DAY_SECONDS = 24 * 60 * 60

// As the sign-in service's emulator takes them: not signed.
function sessionCookie(uid: string, authTime: number): string {
  const claims = {
    iss: 'https://session.firebase.google.com/demo-reads',
    aud: 'demo-reads',
    sub: uid,
    auth_time: authTime,
    iat: authTime,
    exp: authTime + 14 * DAY_SECONDS,
    firebase: { sign_in_provider: 'password' },
  }
  const parts = [{ alg: 'none', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return `${parts.join('.')}.`
}

test('a session is its member until it is ended, and nobody without one', async (t) => {
  const store = await import('#lib/account/account-store.ts')
  const http = new ScriptedProvider()
  await http.start()
  t.after(() => http.stop())
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = http.address.replace('http://', '')
  const authTime = Math.floor(Date.now() / 1000)
  const cookie = sessionCookie('ada', authTime)
  const user = { localId: 'ada', email: 'ada@example.com', emailVerified: true }
  const stands = async () => {
    const session = await store.verifySession(cookie)
    return session && [session.account.uid, session.isUseNew]
  }
  assert.equal(await store.verifySession('forged'), null)
  // The member is gone between the two questions.
  http.answering(LOOKUP, [200, { users: [user] }], [200, {}])
  assert.equal(await stands(), null)
  http.answering(LOOKUP, [200, { users: [user] }])
  assert.deepEqual(await stands(), ['ada', true])
  const id = store.sessionId(cookie)
  const lastSeenAt = new Date().toISOString()
  const keptUntil = async () => (await db.doc(`sessions/${id}`).get()).get('expireAt').toMillis()
  await store.saveSessionUse({ id, uid: 'ada', authTime, device: 'x', lastSeenAt })
  assert.deepEqual(await stands(), ['ada', false])
  // A day longer than the cookie lasts.
  assert.equal(await keptUntil(), (authTime + 15 * DAY_SECONDS) * 1000)
  const texts = ['第一', '第二']
  const searches = []
  for (const text of texts) searches.push(await store.saveSearch(id, text))
  assert.deepEqual(
    await Promise.all(searches.map((search) => store.savedSearch(id, search))),
    texts,
  )
  const now = new Date()
  await store.endSessions([{ id, uid: 'ada', authTime }], now)
  assert.equal(await stands(), null)
  assert.equal(await keptUntil(), now.getTime() + 15 * DAY_SECONDS * 1000)
})
