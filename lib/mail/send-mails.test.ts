import assert from 'node:assert/strict'
import { test } from 'node:test'

import { apply, documentOf } from '#lib/order/apply.ts'
import { newEvent } from '#lib/order/events.ts'
import { dataRequestMails } from '#lib/owner/data-request-mails.ts'
import { shopInMemory } from '#lib/owner/find-customer.fixture.ts'
import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { LINK_FOR } from './mailed-links.ts'
import { mailedOrderPath, openMailedOrder } from './mailed-order-link.ts'
import { SHOPPER_MAILS } from './placeholders.ts'

const request = {
  uid: 'ada',
  email: 'ada@example.com',
  kind: 'erase',
  requestedAt: '2026-11-21T02:00:00.000Z',
} as const

const result = (step: 'requested' | 'done', email: string = request.email) =>
  dataRequestMails({ ...request, email }, step).map(({ kind, to }) => [kind, to?.address])

const ids = (kind: 'erase' | 'export') =>
  dataRequestMails({ ...request, kind }, 'requested').map(({ id }) => id)

test('a data request is reported to its member and the owner, and its end to the member', () => {
  assert.deepEqual(result('requested'), [
    ['data-requested', 'ada@example.com'],
    ['owner-data-request', undefined],
  ])
  assert.deepEqual(result('done'), [['data-done', 'ada@example.com']])
  assert.deepEqual(result('requested', ''), [['owner-data-request', undefined]])
})

test('a request asked again on the same day is the same mail, and another kind another', () => {
  assert.deepEqual(ids('erase'), ids('erase'))
  assert.notDeepEqual(ids('erase'), ids('export'))
})

const SENT = '2027-01-10T00:00:00.000Z'
const NOW = new Date('2027-02-01T00:00:00Z')
const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com' }
const TYPED = 'Mother@example.com'

const paid = makeOrder({ id: 'doc-1', ...ADA, paidAt: SENT, status: '已付款' })
const order = { ...paid, recipient: { ...paid.recipient, email: TYPED } }

const mail = (address: string) => ({
  kind: 'paid' as const,
  order: 'doc-1',
  to: { address, name: '' },
  createdAt: SENT,
})

const linkTo = (address: string) => mailedOrderPath(mail(address))?.replace('/order#', '') ?? ''

const shopWith = (stored: typeof order, users: readonly object[] = [ADA]) => ({
  users: users.map((user) => ({ ...ADA, ...user })),
  documents: { 'orders/doc-1': documentOf(stored) },
})

test("each of an order's mails to its buyer carries a link, and none of the owner's", (t) => {
  shopInMemory(t, shopWith(order))
  for (const kind of SHOPPER_MAILS) {
    assert.match(
      mailedOrderPath({ ...mail(ADA.email), kind }) ?? '',
      /^\/order#doc-1\.\d{10}\.[\w-]{43}$/,
      kind,
    )
  }
  assert.equal(mailedOrderPath({ ...mail(ADA.email), kind: 'owner-paid' }), undefined)
  assert.equal(mailedOrderPath({ ...mail(ADA.email), kind: 'unverified' }), undefined)
})

test('a link opens its order for each of its addresses until it ends', async (t) => {
  shopInMemory(t, shopWith(order))
  for (const address of [ADA.email, TYPED]) {
    assert.equal((await openMailedOrder(linkTo(address), NOW))?.id, 'doc-1', address)
  }
  const end = Date.parse(SENT) + LINK_FOR
  assert.ok(await openMailedOrder(linkTo(TYPED), new Date(end - 1)))
  assert.equal(await openMailedOrder(linkTo(TYPED), new Date(end)), undefined)
})

test('no link of another address, order, end or signature opens anything', async (t) => {
  const shop = shopWith(order)
  shopInMemory(t, {
    ...shop,
    documents: { ...shop.documents, 'orders/doc-2': documentOf({ ...order, id: 'doc-2' }) },
  })
  const link = linkTo(ADA.email)
  const [id = '', until = '', signature = ''] = link.split('.')
  for (const wrong of [
    linkTo('eve@example.com'),
    `doc-2.${until}.${signature}`,
    `doc-3.${until}.${signature}`,
    `${id}.${Number(until) + 1}.${signature}`,
    `${id}.${until}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `${link}x`,
    `../${link}`,
    '',
  ]) {
    assert.equal(await openMailedOrder(wrong, NOW), undefined, wrong)
  }
  assert.ok(await openMailedOrder(link, NOW))
})

test('a link is taken back when the address changes, the account goes, or the order is erased', async (t) => {
  const links = [linkTo(ADA.email), linkTo(TYPED)]
  const opened = async (shop: ReturnType<typeof shopWith>) => {
    shopInMemory(t, shop)
    const found = await Promise.all(links.map((link) => openMailedOrder(link, NOW)))
    t.mock.restoreAll()
    return found.map((one) => one !== undefined)
  }
  const moved = { ...order, recipient: { ...order.recipient, email: 'new@example.com' } }
  assert.deepEqual(await opened(shopWith(order)), [true, true])
  assert.deepEqual(await opened(shopWith(moved)), [true, false])
  assert.deepEqual(await opened(shopWith(order, [{ email: 'new@example.com' }])), [false, true])
  assert.deepEqual(await opened(shopWith(order, [])), [false, false])
  // A sale at a market has no account that could say so.
  for (const stored of [order, { ...order, uid: '' }]) {
    for (const extent of ['kept', 'erased'] as const) {
      const event = newEvent('person.erased', { extent }, { by: 'owner', now: NOW })
      assert.deepEqual(await opened(shopWith(apply(stored, event))), [false, false], extent)
    }
  }
})
