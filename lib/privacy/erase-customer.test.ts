import assert from 'node:assert/strict'
import { test } from 'node:test'

import { documentOf } from '#lib/order/apply.ts'
import {
  ADA,
  BOB,
  FACEBOOK,
  facebookShop,
  forms,
  makeCancelled,
  NOW,
  OWNER,
  presentFor,
  shopInMemory,
} from '#lib/owner/find-customer.fixture.ts'
import { makeOrder } from '#lib/payment/orders.fixture.ts'
import {
  continueErasure,
  continueErasures,
  eraseAgain,
  eraseCustomer,
  eraseUnpaid,
} from './erase-customer.ts'

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

const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()

test('a cancelled order that was never paid loses its person after 90 days', async (t) => {
  const old = cancelledOrder('old', daysAgo(91))
  const young = cancelledOrder('young', daysAgo(89))
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
