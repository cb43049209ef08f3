import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { provenAddress } from '#lib/account/proven-address.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { documentOf } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import { at, inReview, makeOrder, minute } from '#lib/payment/orders.fixture.ts'
import type { StockAlert } from '#lib/stock-alert/stock-alert.ts'
import { openStoredShop } from './stored-shop.ts'

const { db, calls } = await openStoredShop({ after })
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
})

const owner = await import('#lib/owner/owner-order-store.ts')
const outbox = await import('#lib/mail/outbox-store.ts')

const keep = async (order: Order) => db.doc(`orders/${order.id}`).set(documentOf(order))
const mail = (id: string): MailDraft => ({
  id,
  event: 'x',
  kind: 'paid',
  to: { address: 'ada@example.com', name: '' },
  values: {},
})
const names = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)

test('the orders of an account come a page at a time, and all of them newest first', async () => {
  const { allOrdersOfAccount, ordersOfAccount } = await import('#lib/owner/erasure-store.ts')
  for (const [id, now] of [
    ['acc-1', 2],
    ['acc-2', 3],
    ['acc-3', 1],
  ] as const) {
    await keep(makeOrder({ id, uid: 'acc', createdAt: at(now) }))
  }
  const pages = [
    await ordersOfAccount('acc', { limit: 2 }),
    await ordersOfAccount('acc', { limit: 2, after: 'acc-2' }),
    await ordersOfAccount('nobody', { limit: 2 }),
  ].map(({ orders, next }) => [names(orders), next])
  assert.deepEqual(pages, [
    [['acc-1', 'acc-2'], 'acc-2'],
    [['acc-3'], undefined],
    [[], undefined],
  ])
  assert.deepEqual(names(await allOrdersOfAccount('acc')), ['acc-2', 'acc-1', 'acc-3'])
})

test('the owner lists orders of a status or of any, sorted, and counts them', async () => {
  await keep(makeOrder({ id: 'done', status: '已完成', createdAt: at(9) }))
  const list = async (status: '已完成' | null) => {
    const query = { skip: 0, limit: 1, sort: 'newest' } as const
    const { orders } = await owner.sortedOrders(status, query)
    return [names(orders), await owner.countOrders(status)]
  }
  assert.deepEqual(await list('已完成'), [['done'], 1])
  assert.deepEqual(await list(null), [['done'], 4])
  assert.deepEqual(names((await owner.ordersOfStatus('已完成')).orders), ['done'])
})

test('reviews, disputes and captures are found by what is stored of them', async () => {
  await keep(inReview({ id: 'review' }))
  await keep(makeOrder({ id: 'none' }))
  assert.deepEqual(names(await owner.ordersInReview()), ['review'])
  await db.doc('orders/review').update({ 'payment.disputed': true, 'payment.captureId': 'C7' })
  assert.deepEqual(names(await owner.ordersDisputed()), ['review'])
  assert.deepEqual(names(await owner.ordersWithCaptures(['C8', 'C7'])), ['review'])
})

test('an order is found by a key of its index, and by what its owner has to do', async () => {
  const { countFound, ordersById, ordersWithKey } = await import('#lib/owner/owner-order-store.ts')
  const index = { version: 1, keys: ['k1'], needs: ['return'], readyOn: '2026-12-01' }
  await db.doc('orders/none').update({ index })
  const query = { skip: 0, limit: 9 }
  assert.deepEqual(names((await ordersWithKey('k1', query)).orders), ['none'])
  assert.deepEqual(names((await ordersWithKey('return', query)).orders), [])
  for (const [search, count] of [
    [{ key: 'k1' }, 1],
    [{ need: 'return' }, 1],
    [{ need: 'cancel' }, 0],
    [{ readyBy: '2026-12-01' }, 1],
    [{ readyAfter: '2026-12-01' }, 0],
    [{ readyAfter: '2026-11-30' }, 1],
  ] as const) {
    assert.equal(await countFound(search), count, JSON.stringify(search))
  }
  assert.deepEqual(await owner.ordersOfMembers([]), [])
  assert.deepEqual(names((await ordersById(['none', 'gone'])).orders), ['none'])
})

test('all members since a time are read, however many there are', async () => {
  const { affectedMembers } = await import('#lib/privacy/request-data.ts')
  const batch = db.batch()
  for (let index = 0; index < 301; index += 1) {
    const uid = `m-${String(index).padStart(3, '0')}`
    batch.set(db.doc(`users/${uid}`), { uid, email: '', createdAt: at(index) })
  }
  await batch.commit()
  assert.equal((await affectedMembers(at(0))).length, 301)
  calls()
  assert.equal((await affectedMembers(at(299))).length, 2)
  assert.equal(calls().length, 1)
})

test('a mail is written once, whoever writes it again', async () => {
  assert.equal(await outbox.writeMailOnce(mail('once'), minute(0)), true)
  assert.equal(await outbox.writeMailOnce(mail('once'), minute(5)), false)
  // More than a document takes: a defect, and not a mail that was written before.
  const huge = { ...mail('huge'), values: { order_number: 'x'.repeat(1_100_000) } }
  await assert.rejects(outbox.writeMailOnce(huge, minute(0)))
  assert.deepEqual(outbox.drainQueue(), ['once'])
  assert.deepEqual(outbox.drainQueue(), [])
})

test("an order's mail is the first that is due, however many to strangers wait longer", async () => {
  const strangers = Array.from({ length: 60 }, (_, index) => `stranger-${index}`)
  for (const [index, id] of strangers.entries()) {
    await outbox.writeMailOnce({ ...mail(id), kind: 'unverified' }, minute(index))
  }
  await outbox.writeMailOnce(mail('later'), minute(101))
  await outbox.writeMailOnce(mail('sooner'), minute(100))
  outbox.drainQueue()
  calls()
  const due = await outbox.mailsDue(minute(200), 50)
  assert.deepEqual(due, ['once', 'sooner', 'later', ...strangers.slice(0, 47)])
  assert.deepEqual(await outbox.mailsDue(minute(99), 5), ['once', ...strangers.slice(0, 4)])
  calls()
  await outbox.mailsDue(minute(200), 100)
  assert.equal(calls().length, 1)
  await outbox.removeMailsById([...strangers, 'sooner', 'later', 'once'])
})

test('an alert is stored with its mail only when it was decided so', async () => {
  const alerts = await import('#lib/stock-alert/stock-alert.ts')
  const alert: StockAlert = {
    id: 'alert',
    product: 'a',
    size: 'M',
    email: 'ada@example.com',
    keyHash: 'x',
    createdAt: at(0),
  }
  const create = (answer: 'store' | 'too-many') =>
    alerts.createStockAlert(alert, mail('alert-mail'), () => answer)
  assert.deepEqual([await create('too-many'), outbox.drainQueue()], ['too-many', []])
  const ada = provenAddress({ email: 'Ada@example.com', by: 'owner' })
  assert.ok(ada)
  assert.deepEqual(await alerts.alertsOfAddress(ada), [])
  assert.equal(await create('store'), 'store')
  assert.deepEqual(await alerts.alertsOfAddress(ada), [alert])
  assert.deepEqual(outbox.drainQueue(), ['alert-mail'])
})

test('an application is confirmed with its mails, and an unconfirmed one stays as it is', async () => {
  const applications = await import('#lib/join/application.ts')
  const application = {
    id: 'join',
    name: '芳',
    email: 'fang@example.com',
    link: 'https://example.com',
    words: '你好',
    keyHash: 'x',
    createdAt: at(0),
  }
  await applications.createApplication(application, mail('join-mail'))
  const confirmed = { ...application, confirmedAt: at(1) }
  const change = () => ({ application: confirmed, mails: [mail('joined')] })
  assert.deepEqual(await applications.changeApplication('join', () => undefined), application)
  assert.deepEqual(await applications.changeApplication('join', change), confirmed)
  assert.deepEqual(await applications.confirmedApplications(9), [confirmed])
})

test('one process of many takes the store lists', async () => {
  const { claimListRefresh, readStoreList } = await import('#lib/parcel/store-lists.ts')
  const now = new Date('2026-11-21T13:00:00.000Z')
  assert.equal(await claimListRefresh(now), true)
  assert.equal(await claimListRefresh(now), false)
  const kept = { version: 'v', pieces: 2, count: 3 }
  await db.doc('store_lists/seven-v-0').set({ stores: '[["1","一","台北"]]' })
  assert.equal(await readStoreList('7-11', kept), undefined)
  await db.doc('store_lists/seven-v-1').set({ stores: '[]' })
  assert.equal((await readStoreList('7-11', kept))?.length, 1)
})

test('a list of any length is stored as it is, and takes the place of the one before', async () => {
  const { storeList, readListState, readStoreList } = await import('#lib/parcel/store-lists.ts')
  const stores = Array.from({ length: 2001 }, (_, index) => {
    return { chain: '全家', number: String(index), name: '門市', address: '臺北市' } as const
  })
  const state = async () => (await readListState()).lists['全家']
  await storeList('全家', stores, undefined)
  const first = await state()
  assert.ok(first)
  assert.deepEqual(await readStoreList('全家', first), stores)
  await storeList('全家', stores, first)
  assert.equal((await readStoreList('全家', first))?.length, 2001)
  await storeList('全家', stores.slice(1), first)
  const second = await state()
  assert.deepEqual(second && (await readStoreList('全家', second)), stores.slice(1))
  assert.deepEqual([first.pieces, second?.pieces], [2, 1])
  const pieces = await db.collection('store_lists').listDocuments()
  assert.equal(pieces.filter(({ id }) => id.startsWith('family')).length, second?.pieces)
})

test('a store of the carrier’s map is kept where it is taken, and no other order’s link opens', async () => {
  const { chooseStore } = await import('#lib/parcel/choose-store.ts')
  const { changeMapChoice, createMapChoice, readMapChoice } =
    await import('#lib/parcel/store-map.ts')
  const choice = { token: 'T'.repeat(20), uid: 'mei', chain: '7-11', startedAt: at(0) } as const
  await createMapChoice(choice)
  assert.equal(await changeMapChoice(choice.token, () => 'expired'), 'expired')
  assert.deepEqual(await readMapChoice(choice.token), choice)
  const taken = { ...choice, store: '7-11 131386' }
  assert.deepEqual(await changeMapChoice(choice.token, () => taken), taken)
  assert.deepEqual(await readMapChoice(choice.token), taken)
  const link = { id: 'a/b', token: 'secret', chain: '7-11', number: '131386' } as const
  assert.deepEqual(await chooseStore(link), { ok: false, code: 'link-over' })
})

test('a list of stores is kept whole in as many pieces as it takes, and replaced by another alone', async () => {
  const { storeList, readListState, readStoreList } = await import('#lib/parcel/store-lists.ts')
  const stores = Array.from({ length: 2001 }, (_, at) => {
    return { chain: '全家' as const, number: String(at), name: `店${at}`, address: '臺北市' }
  })
  const keep = async (listed: typeof stores) => {
    await storeList('全家', listed, (await readListState()).lists.全家)
    const { 全家: kept } = (await readListState()).lists
    assert.ok(kept)
    assert.deepEqual(await readStoreList('全家', kept), listed)
    return kept
  }
  const first = await keep(stores)
  assert.deepEqual([first.pieces, first.count], [2, 2001])
  calls()
  await keep(stores)
  assert.deepEqual(
    calls()
      .map(({ writes }) => writes)
      .filter(Boolean),
    [],
  )
  assert.equal((await keep(stores.slice(1))).pieces, 1)
  assert.equal(await readStoreList('全家', first), undefined)
})

test('a choice on the map is written where it is one, and a link names an order', async () => {
  const { chooseStore } = await import('#lib/parcel/choose-store.ts')
  const { changeMapChoice, createMapChoice, readMapChoice } =
    await import('#lib/parcel/store-map.ts')
  const choice = { token: 'token', uid: 'ada', chain: '全家' as const, startedAt: at(0) }
  const store = '全家 000001 重慶門市'
  await createMapChoice(choice)
  assert.equal(await changeMapChoice('token', () => 'expired'), 'expired')
  assert.deepEqual(await readMapChoice('token'), choice)
  await changeMapChoice('token', (found) => ({ ...choice, ...found, store }))
  assert.deepEqual(await readMapChoice('token'), { ...choice, store })
  const wish = { token: 'x', chain: '全家', number: '000001' } as const
  const over = { ok: false, code: 'link-over' }
  for (const id of ['a/b', '..']) assert.deepEqual(await chooseStore({ ...wish, id }), over)
})

test('one process of many sweeps when the scheduler is late', async () => {
  const { claimSweep, recordSweep } = await import('#lib/sweep/sweep.ts')
  const claims = () => Promise.all([1, 2].map(() => claimSweep(minute(30), minute(20))))
  await recordSweep({ at: at(25), failed: 0 })
  assert.deepEqual(await claims(), [false, false])
  await recordSweep({ at: at(10), failed: 0 })
  assert.equal((await claims()).filter(Boolean).length, 1)
})

test('a member is a customer only when it is written so', async () => {
  const { readMember } = await import('#lib/account/account-store.ts')
  await db.doc('users/customer').set({ hasPaid: true })
  const hasPaid = async (uid: string) => (await readMember(uid)).hasPaid
  assert.deepEqual([await hasPaid('customer'), await hasPaid('m-001')], [true, false])
})

test('a member’s list shows what can be read, and nothing of others', async () => {
  const queries = await import('#lib/order/find-orders.ts')
  await db.doc('orders/acc-odd').set({ uid: 'acc', createdAt: at(4), status: 'odd' })
  const filter = { uid: 'acc', status: null }
  const listed = await queries.orderStretch(filter, { from: 'newest', skip: 0, limit: 3 })
  assert.deepEqual(names(listed), ['acc-2', 'acc-1'])
  assert.deepEqual(names(await queries.allOrders(filter)), ['acc-2', 'acc-1', 'acc-3'])
})

test('a member finds the own orders by page, number and words, and opens no other’s', async () => {
  const { exchangeSizes, findOrder, findOrders } = await import('#lib/order/find-orders.ts')
  for (const index of [1, 2, 3, 4, 5, 6]) {
    const status = index === 6 ? '已取消' : '已付款'
    const orderNumber = `Order2026112101-000${index}`
    await keep(
      makeOrder({ id: `own-${index}`, uid: 'own', orderNumber, status, createdAt: at(index) }),
    )
  }
  const find = async (query: object) => {
    const wanted = { search: '', status: null, page: 1, ...query }
    const { orders, page, pages, total } = await findOrders({ uid: 'own' }, wanted)
    return `${names(orders).join()} ${page}/${pages} of ${total}`
  }
  assert.equal(await find({}), 'own-6,own-5,own-4,own-3,own-2 1/2 of 6')
  assert.equal(await find({ page: 9 }), 'own-1 2/2 of 6')
  calls()
  assert.equal(await find({ status: '已完成', page: 9 }), ' 1/1 of 0')
  assert.equal(calls().length, 1)
  assert.equal(await find({ search: '2026112101', page: 9 }), 'own-1 2/2 of 6')
  const paid = { search: '2026112101', status: '已付款' }
  assert.equal(await find(paid), 'own-5,own-4,own-3,own-2,own-1 1/1 of 5')
  assert.equal(await find({ search: '0006' }), 'own-6 1/1 of 1')
  const opened = ['own-1', 'acc-1', 'a/b'].map((id) => findOrder({ uid: 'own' }, id))
  assert.deepEqual(
    (await Promise.all(opened)).map((order) => order?.id),
    ['own-1', undefined, undefined],
  )
  const items = [
    { id: 'none', title: '晴天', size: 'M', quantity: 1, price: 590, image: '' },
  ] as const
  const shipment = { carrier: '黑貓', trackingNumber: '1', shippedAt: new Date().toISOString() }
  const sizes = [{ status: '已付款' }, { status: '已出貨', shipment }] as const
  const exchanged = sizes.map((more) => exchangeSizes(makeOrder({ items: [...items], ...more })))
  assert.deepEqual(
    (await Promise.all(exchanged)).map(({ length }) => length),
    [0, 1],
  )
})

test('a member’s use is shared with the other processes, not told back to this one', async () => {
  const { shareUse } = await import('#lib/limit/limit-store.ts')
  const use = { at: 1_000_000, weight: 1 }
  await db.doc('action_limits/ada').set({ payment: [{ ...use, by: 'another' }] })
  assert.deepEqual(await shareUse('ada', 'payment', use), [use])
  assert.deepEqual(await shareUse('ada', 'payment', use), [use])
  assert.equal((await db.doc('action_limits/ada').get()).get('payment').length, 3)
})

test('a product whose pieces are counted, or that its owner changed, keeps its file', async () => {
  const { removeFile } = await import('#lib/content-editor/editor.ts')
  const { memoryRepository } = await import('#lib/content-editor/memory-repository.fixture.ts')
  // Whole content: of an empty one any of its missing parts would be the first to fail.
  const { repository } = memoryRepository()
  const COUNTS: readonly (readonly [product: string, stored: object, isKept: boolean])[] = [
    ['kept-stock', { stock: 1, preorder: 0 }, true],
    ['kept-preorder', { stock: 0, preorder: 2 }, true],
    ['kept-size', { stock: 0, preorder: 0, sizes: { M: 1 } }, true],
    ['kept-override', { override: { isOffSale: true, changedAt: at(1) } }, true],
    ['gone-again', { stock: 0, preorder: 0, sizes: { M: 0 } }, false],
  ]
  for (const [product, stored, isKept] of COUNTS) {
    await db.doc(`stock/${product}`).set(stored)
    const path = `products/${product}.md`
    const answer = await removeFile(repository, { path, version: 'v1', author: 'Mei' })
    assert.equal(!answer.ok && answer.code === 'has-orders', isKept, product)
  }
})

const stored = async () => (await db.doc('outbox/change').get()).data()

test('a mail changes where it is there and something changed, and is kept 400 days once it was sent', async () => {
  assert.equal(await outbox.changeMail('gone', (one) => ({ mail: one })), undefined)
  await outbox.writeMailOnce(mail('change'), minute(0))
  const before = await stored()
  assert.equal(await outbox.changeMail('change', () => undefined), undefined)
  assert.deepEqual(await stored(), before)
  await outbox.changeMail('change', (one) => ({ mail: { ...one, state: 'claimed' } }))
  assert.deepEqual(await stored(), { ...before, state: 'claimed' })
  await outbox.changeMail('change', (one) => ({ mail: { ...one, state: 'sent', sentAt: at(1) } }))
  const { expireAt } = (await stored()) ?? {}
  assert.ok(Math.abs(expireAt.toMillis() - Date.now() - 400 * 24 * 3_600_000) < 60_000)
  const { toHash } = before ?? {}
  assert.equal((await outbox.mailsSentTo({ toHash }, minute(1))).length, 1)
  assert.deepEqual(await outbox.mailsSentTo({ toHash }, minute(2)), [])
  assert.deepEqual(await outbox.mailsSentTo({ toHash: undefined }, minute(0)), [])
})

test('mails about paid orders are one where two are due', async () => {
  const gather = () => outbox.gatherPaidMails(minute(5))
  await outbox.writeMailOnce({ ...mail('paid-1'), kind: 'owner-paid' }, minute(1))
  assert.equal(await gather(), 0)
  await outbox.writeMailOnce({ ...mail('paid-2'), kind: 'owner-paid' }, minute(2))
  assert.deepEqual([await gather(), await gather()], [2, 0])
})

test('the state of the sweeps and the reminders stay as they were written', async () => {
  await outbox.changeSweepState(() => ({ state: { failingSince: at(1) } }))
  await outbox.changeSweepState(() => undefined)
  assert.equal(await outbox.readFailingSince(), at(1))
  // Buyers are reminded until the owner switches it off.
  const seen = [await outbox.readReminders()]
  for (const isOn of [false, true]) {
    await outbox.saveReminders(isOn)
    seen.push(await outbox.readReminders())
  }
  assert.deepEqual(seen, [true, false, true])
})
