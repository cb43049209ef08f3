import assert from 'node:assert/strict'
import { test } from 'node:test'

import { removeMemberDocuments } from '../account/account-store.ts'
import { EMPTY_RECIPIENT } from '../delivery/recipient.ts'
import { documentOf } from '../order/apply.ts'
import { makeOrder } from '../order/payment/orders.fixture.ts'
import { exportCustomer } from './customer-copy.ts'
import { shopInMemory } from './customer-data.fixture.ts'
import {
  eraseCustomer,
  findCustomer,
  continueErasure,
  continueErasures,
  eraseAgain,
  eraseUnpaid,
} from './customer-data.ts'

const NOW = new Date('2027-01-10T00:00:00Z')
const OWNER = { by: 'owner', at: NOW }
const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com' }
const FACEBOOK = { uid: 'fb-0123456789-0123456789' }

/** The two requests of a member, as documents. */
function requests({ uid, email = '' }: { uid: string; email?: string }) {
  const makeRequest = (kind: string) => ({ uid, email, kind, askedAt: '2027-01-01T00:00:00.000Z' })
  return {
    [`data_requests/${uid}-export`]: makeRequest('export'),
    [`data_requests/${uid}-erase`]: makeRequest('erase'),
  }
}

const others = requests({ uid: 'eve-0123456789-0123456789' })

test("a member's documents are removed with their requests, and nobody else's", async (t) => {
  const documents = { [`users/${ADA.uid}`]: {}, ...requests(ADA), ...others }
  const shop = shopInMemory(t, { documents })
  await removeMemberDocuments(ADA.uid)
  assert.deepEqual(shop.paths(), Object.keys(others))
})

for (const request of ['Ada@example.com', ADA.uid]) {
  test(`requests that outlived account and orders are seen and closed by ${request}`, async (t) => {
    const shop = shopInMemory(t, { documents: { ...requests(ADA), ...others } })
    // Whether a mail is written is for other tests to set.
    const paths = () => shop.paths().filter((path) => !path.startsWith('outbox/'))
    assert.deepEqual((await findCustomer(request, NOW))?.orders, [])
    const kept = await exportCustomer(request, NOW, 'json')
    assert.match(kept?.file ?? '', /"kind": "export"/)
    assert.deepEqual(paths(), [`data_requests/${ADA.uid}-erase`, ...Object.keys(others)])
    const erased = { hadAccount: false, isDone: true, orderCount: 0, orders: [] }
    assert.deepEqual(await eraseCustomer({ customer: request, context: OWNER }), erased)
    assert.deepEqual(paths(), [...Object.keys(others), `erasures/${ADA.uid}`])
    assert.equal(await findCustomer(request, NOW), undefined)
    assert.equal(await exportCustomer(request, NOW, 'json'), undefined)
    assert.equal(await eraseCustomer({ customer: request, context: OWNER }), undefined)
  })
}

/** A cancelled order of a member, as a document. */
function makeCancelled(id: string, { uid, email = '' }: { uid: string; email?: string }) {
  return { [`orders/${id}`]: documentOf(makeOrder({ id, uid, email, status: '已取消' })) }
}

function facebookShop() {
  const own = {
    [`users/${FACEBOOK.uid}`]: { name: '小芳' },
    [`order_limits/${FACEBOOK.uid}`]: {},
    [`action_limits/${FACEBOOK.uid}`]: {},
    ...requests(FACEBOOK),
  }
  // Others without an e-mail: other members, and orders whose person is erased.
  const foreign = { ...makeCancelled('other', { uid: '' }), ...others }
  return { own, foreign, documents: { ...own, ...makeCancelled('own', FACEBOOK), ...foreign } }
}

test('a member without an e-mail is found and copied by uid, and by nothing else', async (t) => {
  const { documents } = facebookShop()
  const shop = shopInMemory(t, { users: [FACEBOOK, ADA], documents })
  const found = await findCustomer(FACEBOOK.uid, NOW)
  assert.deepEqual([found?.email, found?.uid, found?.hasAccount], ['', FACEBOOK.uid, true])
  assert.deepEqual(
    found?.orders.map(({ id }) => id),
    ['own'],
  )
  const kept = await exportCustomer(FACEBOOK.uid, NOW, 'json')
  assert.match(kept?.file ?? '', /小芳/)
  assert.match(kept?.file ?? '', /"orderId": "Order2026112110-0001"/)
  assert.equal(kept?.orders, 1)
  assert.equal(shop.documents.has(`data_requests/${FACEBOOK.uid}-export`), false)
  assert.equal(shop.documents.size, Object.keys(documents).length - 1)
})

test('a member without an e-mail is erased by uid, and nobody else is', async (t) => {
  const { foreign, documents } = facebookShop()
  const shop = shopInMemory(t, { users: [FACEBOOK, ADA], documents })
  assert.equal((await eraseCustomer({ customer: FACEBOOK.uid, context: OWNER }))?.hadAccount, true)
  const list = `erasures/${FACEBOOK.uid}`
  assert.deepEqual(shop.paths(), ['orders/own', ...Object.keys(foreign), list])
  assert.partialDeepStrictEqual(shop.documents.get('orders/own'), {
    uid: '',
    history: [{ type: 'person.erased' }],
  })
  assert.partialDeepStrictEqual(shop.documents.get('orders/other'), { history: [] })
  assert.deepEqual([...shop.users.keys()], [ADA.uid])
})

/** Form data of an address, with a pending mail. */
function forms(email: string) {
  const id = email.startsWith('ada') ? 'a'.repeat(32) : 'e'.repeat(32)
  const createdAt = '2027-01-09T00:00:00.000Z'
  const common = { email, keyHash: '', createdAt }
  return {
    [`applications/${id}`]: { ...common, name: '阿晴', link: '', words: '一片海' },
    [`stock_alerts/${id}`]: { ...common, product: 'shirt', size: 'M' },
    [`outbox/owner-joined-${id}`]: {},
    [`outbox/stock-alert-confirm-${id}-${Date.parse(createdAt)}`]: {},
  }
}

test("an address's forms and their mails are copied and erased, and nobody else’s", async (t) => {
  const foreign = forms('eve@example.com')
  const shop = shopInMemory(t, { documents: { ...forms(ADA.email), ...foreign } })
  const kept = await exportCustomer('Ada@example.com', NOW, 'json')
  assert.match(kept?.file ?? '', /一片海[^]*stockAlerts[^]*"size": "M"/)
  assert.doesNotMatch(kept?.file ?? '', /eve@/)
  assert.equal((await findCustomer('ada@example.com', NOW))?.email, 'ada@example.com')
  const erased = { hadAccount: false, isDone: true, orderCount: 0, orders: [] }
  assert.deepEqual(await eraseCustomer({ customer: 'Ada@example.com', context: OWNER }), erased)
  assert.deepEqual(shop.paths(), Object.keys(foreign))
  assert.equal(await findCustomer('ada@example.com', NOW), undefined)
})

test("an address's forms go with its account, where the e-mail is verified", async (t) => {
  const foreign = forms('eve@example.com')
  const unproven = { ...ADA, uid: 'eve-0123456789-0123456789', email: 'eve@example.com' }
  const users = [ADA, { ...unproven, emailVerified: false }]
  const shop = shopInMemory(t, { users, documents: { ...forms(ADA.email), ...foreign } })
  for (const { uid } of users) await eraseCustomer({ customer: uid, context: OWNER })
  assert.deepEqual(
    shop.paths().filter((path) => !path.startsWith('erasures/')),
    Object.keys(foreign),
  )
})

test('a member with an e-mail is the same customer by uid as by e-mail', async (t) => {
  const documents = { ...makeCancelled('own', ADA), ...requests(ADA) }
  shopInMemory(t, { users: [ADA], documents })
  const found = await findCustomer(ADA.uid, NOW)
  assert.equal(found?.orderCount, 1)
  assert.deepEqual(found, await findCustomer(ADA.email, NOW))
})

const BOB = { uid: 'bob-0123456789-0123456789', email: 'bob@example.com' }

/** An order of Bob's that names Ada as its recipient. */
function presentFor({ email }: { email: string }, status: '已取消' | '已付款') {
  const recipient = { ...EMPTY_RECIPIENT, lastName: '王', email, note: '給她的驚喜' }
  return {
    'orders/present': documentOf(makeOrder({ id: 'present', ...BOB, status, recipient })),
  }
}

test('a person named only as recipient gets their own fields and nothing of the buyer', async (t) => {
  const documents = { ...presentFor(ADA, '已取消'), [`users/${ADA.uid}`]: {} }
  shopInMemory(t, { users: [ADA, BOB], documents })
  const file = (await exportCustomer(ADA.email, NOW, 'json'))?.file ?? ''
  assert.partialDeepStrictEqual(JSON.parse(file), {
    orders: [],
    namedOn: [{ recipient: { lastName: '王', email: ADA.email } }],
  })
  for (const text of [BOB.uid, BOB.email, 'present', '給她的驚喜']) {
    assert.equal(file.includes(text), false, text)
  }
})

test('an e-mail that nobody has proven gives nothing of others', async (t) => {
  const documents = { ...presentFor(ADA, '已取消'), [`users/${ADA.uid}`]: {} }
  shopInMemory(t, { users: [{ ...ADA, emailVerified: false }], documents })
  const file = (await exportCustomer(ADA.email, NOW, 'json'))?.file ?? ''
  assert.partialDeepStrictEqual(JSON.parse(file), { namedOn: [] })
  assert.equal((await findCustomer(ADA.email, NOW))?.isProven, false)
})

for (const status of ['已取消', '已付款'] as const) {
  test(`an order of another's that is ${status} is neither rewritten by an erasure nor stops it`, async (t) => {
    const present = presentFor(ADA, status)
    const shop = shopInMemory(t, {
      users: [ADA, BOB],
      documents: { ...present, ...makeCancelled('own', ADA) },
    })
    const erased = await eraseCustomer({ customer: ADA.email, context: OWNER })
    assert.partialDeepStrictEqual(erased, { hadAccount: true, isDone: true, orderCount: 1 })
    assert.deepEqual(shop.documents.get('orders/present'), present['orders/present'])
    assert.partialDeepStrictEqual(shop.documents.get('orders/own'), { uid: '', email: '' })
    assert.deepEqual([...shop.users.keys()], [BOB.uid])
  })
}

const cancelledOrder = (id: string, createdAt: string) =>
  documentOf(makeOrder({ id, ...ADA, status: '已取消', createdAt }))

test('an erasure of hundreds of orders ends the account first, stops, and is continued', async (t) => {
  const ids = Array.from({ length: 250 }, (_, index) => `many-${String(index).padStart(3, '0')}`)
  const documents = Object.assign({}, ...ids.map((id) => makeCancelled(id, ADA)))
  const shop = shopInMemory(t, { users: [ADA], documents })
  const run = {
    uid: ADA.uid,
    scope: 'all',
    by: 'owner',
    startedAt: NOW.toISOString(),
    hasOpen: false,
    dueAt: NOW.toISOString(),
  } as const
  const ordersLeft = () =>
    ids.filter((id) => Reflect.get(shop.documents.get(`orders/${id}`) ?? {}, 'uid') === ADA.uid)
  const stopped = await continueErasure(run, NOW, 0.001)
  assert.equal(ordersLeft().length, 150)
  assert.partialDeepStrictEqual(stopped, { cursor: 'many-099', dueAt: run.dueAt })
  const done = await continueErasure(stopped, NOW, 60_000)
  assert.equal(ordersLeft().length, 0)
  assert.equal(done.dueAt, undefined)
  assert.equal(shop.documents.has(`erasures/${ADA.uid}`), true)
})

test('an account that goes leaves no person on orders that were never paid', async (t) => {
  const paid = {
    'orders/paid': documentOf(
      makeOrder({ id: 'paid', ...ADA, status: '已完成', paidAt: NOW.toISOString() }),
    ),
  }
  const open = { 'orders/open': documentOf(makeOrder({ id: 'open', ...ADA, status: '待付款' })) }
  const shop = shopInMemory(t, { documents: { ...makeCancelled('own', ADA), ...paid, ...open } })
  await eraseUnpaid(ADA.uid, NOW)
  const uidOf = (id: string) => Reflect.get(shop.documents.get(`orders/${id}`) ?? {}, 'uid')
  assert.deepEqual(['own', 'paid', 'open'].map(uidOf), ['', ADA.uid, ADA.uid])
  // Nor does the event of the erasure name who asked for it.
  assert.doesNotMatch(JSON.stringify(shop.documents.get('orders/own')), new RegExp(ADA.uid))

  Object.assign(shop.documents.get('orders/open') ?? {}, { status: '已取消' })
  await continueErasures(new Date(NOW.getTime() + 7 * 60 * 60 * 1000))
  assert.deepEqual(['own', 'paid', 'open'].map(uidOf), ['', ADA.uid, ''])
  assert.equal(Reflect.get(shop.documents.get(`erasures/${ADA.uid}`) ?? {}, 'dueAt'), undefined)
})

test('a cancelled order that was never paid loses its person after 90 days', async (t) => {
  const at = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
  const old = cancelledOrder('old', at(91))
  const young = cancelledOrder('young', at(89))
  const shop = shopInMemory(t, { documents: { 'orders/old': old, 'orders/young': young } })
  await continueErasures(NOW)
  assert.partialDeepStrictEqual(shop.documents.get('orders/old'), { uid: '', email: '' })
  assert.deepEqual(shop.documents.get('orders/young'), young)
})

test('erasures run again on a restored backup, where the person is back', async (t) => {
  const restored = { ...makeCancelled('own', ADA), [`users/${ADA.uid}`]: { name: 'Ada' } }
  const shop = shopInMemory(t, { users: [ADA, BOB], documents: restored })
  const startedAt = NOW.toISOString()
  const list = [{ uid: ADA.uid, scope: 'all', by: 'owner', startedAt, hasOpen: false }] as const
  assert.equal(await eraseAgain(list, NOW), 1)
  assert.deepEqual([...shop.users.keys()], [BOB.uid])
  assert.equal(shop.documents.has(`users/${ADA.uid}`), false)
  assert.partialDeepStrictEqual(shop.documents.get('orders/own'), { uid: '', email: '' })
})
