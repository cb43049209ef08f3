import assert from 'node:assert/strict'
import { test } from 'node:test'

import { removeMemberDocuments } from '../adapters/firestore/members.ts'
import { makeOrder } from '../payment/orders.fixture.ts'
import { eraseCustomer, exportCustomer, findCustomer } from './customer-data.ts'
import { shopInMemory } from './customer-data.fixture.ts'

const NOW = new Date('2027-01-10T00:00:00Z')
const OWNER = { by: 'owner', at: NOW }
const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com' }
const FACEBOOK = { uid: 'fb-0123456789-0123456789' }

/** The two requests of a member, as documents. */
function requests({ uid, email = '' }: { uid: string; email?: string }) {
  const asked = (kind: string) => ({ uid, email, kind, askedAt: '2027-01-01T00:00:00.000Z' })
  return {
    [`data_requests/${uid}-export`]: asked('export'),
    [`data_requests/${uid}-erase`]: asked('erase'),
  }
}

const others = requests({ uid: 'eve-0123456789-0123456789' })

test("a member's documents are removed with their requests, and nobody else's (rule 361)", async (t) => {
  const documents = { [`users/${ADA.uid}`]: {}, ...requests(ADA), ...others }
  const shop = shopInMemory(t, { documents })
  await removeMemberDocuments(ADA.uid)
  assert.deepEqual(shop.paths(), Object.keys(others))
})

for (const asked of ['Ada@example.com', ADA.uid]) {
  test(`requests that outlived account and orders are seen and closed by ${asked} (rule 361)`, async (t) => {
    const shop = shopInMemory(t, { documents: { ...requests(ADA), ...others } })
    assert.deepEqual((await findCustomer(asked, NOW))?.orders, [])
    const kept = await exportCustomer(asked, NOW)
    assert.match(kept?.file ?? '', /"kind": "export"/)
    assert.deepEqual(shop.paths(), [`data_requests/${ADA.uid}-erase`, ...Object.keys(others)])
    assert.deepEqual(await eraseCustomer(asked, OWNER), { hadAccount: false, orders: [] })
    assert.deepEqual(shop.paths(), Object.keys(others))
    assert.equal(await findCustomer(asked, NOW), undefined)
    assert.equal(await exportCustomer(asked, NOW), undefined)
    assert.equal(await eraseCustomer(asked, OWNER), undefined)
  })
}

/** A cancelled order of a member, as a document. */
function cancelled(id: string, { uid, email = '' }: { uid: string; email?: string }) {
  return { [`orders/${id}`]: makeOrder({ id, uid, email, status: '已取消' }) }
}

function facebookShop() {
  const own = {
    [`users/${FACEBOOK.uid}`]: { name: '小芳' },
    [`order_limits/${FACEBOOK.uid}`]: {},
    [`action_limits/${FACEBOOK.uid}`]: {},
    ...requests(FACEBOOK),
  }
  // Who has no e-mail either: other members, and orders whose person is erased.
  const foreign = { ...cancelled('other', { uid: '' }), ...others }
  return { own, foreign, documents: { ...own, ...cancelled('own', FACEBOOK), ...foreign } }
}

test('a member without an e-mail is found and copied by uid, and by nothing else (rule 361)', async (t) => {
  const { documents } = facebookShop()
  const shop = shopInMemory(t, { users: [FACEBOOK, ADA], documents })
  const found = await findCustomer(FACEBOOK.uid, NOW)
  assert.deepEqual([found?.email, found?.uid, found?.hasAccount], ['', FACEBOOK.uid, true])
  assert.deepEqual(
    found?.orders.map(({ id }) => id),
    ['own'],
  )
  const kept = await exportCustomer(FACEBOOK.uid, NOW)
  assert.match(kept?.file ?? '', /小芳/)
  assert.equal(kept?.orders, 1)
  assert.equal(shop.documents.has(`data_requests/${FACEBOOK.uid}-export`), false)
  assert.equal(shop.documents.size, Object.keys(documents).length - 1)
})

test('a member without an e-mail is erased by uid, and nobody else is (rule 361)', async (t) => {
  const { foreign, documents } = facebookShop()
  const shop = shopInMemory(t, { users: [FACEBOOK, ADA], documents })
  assert.equal((await eraseCustomer(FACEBOOK.uid, OWNER))?.hadAccount, true)
  assert.deepEqual(shop.paths(), ['orders/own', ...Object.keys(foreign)])
  assert.partialDeepStrictEqual(shop.documents.get('orders/own'), {
    uid: '',
    history: [{ what: 'person-erased' }],
  })
  assert.partialDeepStrictEqual(shop.documents.get('orders/other'), { history: [] })
  assert.deepEqual([...shop.users.keys()], [ADA.uid])
})

/** What an address left on forms, with a mail that waits. */
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

test('what an address left on forms is copied and erased, with its mails, and nobody else’s (rules 361, 654)', async (t) => {
  const foreign = forms('eve@example.com')
  const shop = shopInMemory(t, { documents: { ...forms(ADA.email), ...foreign } })
  const kept = await exportCustomer('Ada@example.com', NOW)
  assert.match(kept?.file ?? '', /一片海[^]*stockAlerts[^]*"size": "M"/)
  assert.doesNotMatch(kept?.file ?? '', /eve@/)
  assert.deepEqual(await eraseCustomer('Ada@example.com', OWNER), { hadAccount: false, orders: [] })
  assert.deepEqual(shop.paths(), Object.keys(foreign))
})

test('a member with an e-mail is the same customer by uid as by e-mail (rule 361)', async (t) => {
  const documents = { ...cancelled('guest', { uid: '', email: ADA.email }), ...requests(ADA) }
  shopInMemory(t, { users: [ADA], documents })
  const found = await findCustomer(ADA.uid, NOW)
  assert.equal(found?.orders.length, 1)
  assert.deepEqual(found, await findCustomer(ADA.email, NOW))
})
