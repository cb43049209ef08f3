import assert from 'node:assert/strict'
import { test } from 'node:test'

import { documentOf } from '../order/apply.ts'
import { makeOrder } from '../order/payment/orders.fixture.ts'
import { continueErasures, eraseAgain, eraseUnpaid } from './customer-data.ts'
import { shopInMemory } from './customer-data.fixture.ts'
import { continueErasure } from './customer-data.ts'

const NOW = new Date('2027-01-10T00:00:00Z')
const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com' }
const BOB = { uid: 'bob-0123456789-0123456789', email: 'bob@example.com' }

/** A cancelled order of a member, as a document. */
function makeCancelled(id: string, { uid, email }: { uid: string; email: string }) {
  return { [`orders/${id}`]: documentOf(makeOrder({ id, uid, email, status: '已取消' })) }
}

const cancelledOrder = (id: string, createdAt: string) =>
  documentOf(makeOrder({ id, ...ADA, status: '已取消', createdAt }))

test('an erasure of hundreds of orders ends the account first, stops, and is continued (rule 687)', async (t) => {
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

test('an account that goes leaves no person on orders that were never paid (rule 688)', async (t) => {
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

test('a cancelled order that was never paid loses its person after 90 days (rule 688)', async (t) => {
  const at = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
  const old = cancelledOrder('old', at(91))
  const young = cancelledOrder('young', at(89))
  const shop = shopInMemory(t, { documents: { 'orders/old': old, 'orders/young': young } })
  await continueErasures(NOW)
  assert.partialDeepStrictEqual(shop.documents.get('orders/old'), { uid: '', email: '' })
  assert.deepEqual(shop.documents.get('orders/young'), young)
})

test('erasures run again on a restored backup, where the person is back (rule 687)', async (t) => {
  const restored = { ...makeCancelled('own', ADA), [`users/${ADA.uid}`]: { name: 'Ada' } }
  const shop = shopInMemory(t, { users: [ADA, BOB], documents: restored })
  const startedAt = NOW.toISOString()
  const list = [{ uid: ADA.uid, scope: 'all', by: 'owner', startedAt, hasOpen: false }] as const
  assert.equal(await eraseAgain(list, NOW), 1)
  assert.deepEqual([...shop.users.keys()], [BOB.uid])
  assert.equal(shop.documents.has(`users/${ADA.uid}`), false)
  assert.partialDeepStrictEqual(shop.documents.get('orders/own'), { uid: '', email: '' })
})
