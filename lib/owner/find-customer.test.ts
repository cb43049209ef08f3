import assert from 'node:assert/strict'
import { test } from 'node:test'

import { removeMemberDocuments } from '#lib/account/account-store.ts'
import { eraseCustomer } from '#lib/privacy/erase-customer.ts'
import { exportCustomer } from './export-customer.ts'
import {
  ADA,
  BOB,
  FACEBOOK,
  facebookShop,
  forms,
  makeCancelled,
  NOW,
  others,
  OWNER,
  presentFor,
  requests,
  shopInMemory,
} from './find-customer.fixture.ts'
import { findCustomer } from './find-customer.ts'

const STRANGER = { uid: 'eve-0123456789-0123456789', email: ADA.email }

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

test('a member with an e-mail is the same customer by uid as by e-mail', async (t) => {
  const documents = { ...makeCancelled('own', ADA), ...requests(ADA) }
  shopInMemory(t, { users: [ADA], documents })
  const found = await findCustomer(ADA.uid, NOW)
  assert.equal(found?.orderCount, 1)
  assert.deepEqual(found, await findCustomer(ADA.email, NOW))
})

test('an account that a stranger opened with an address hides no earlier account of it', async (t) => {
  const documents = { ...makeCancelled('earlier', ADA), ...makeCancelled('own', STRANGER) }
  shopInMemory(t, { users: [{ ...STRANGER, emailVerified: false }], documents })
  for (const customer of [ADA.email, STRANGER.uid]) {
    const found = await findCustomer(customer, NOW)
    assert.deepEqual([found?.uid, found?.others], [STRANGER.uid, [ADA.uid]])
    assert.deepEqual(
      found?.orders.map(({ id }) => id),
      ['own'],
    )
  }
  assert.deepEqual((await findCustomer(ADA.uid, NOW))?.orders.length, 1)
})

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
