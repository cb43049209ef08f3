import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { openStoredShop } from './stored-shop.ts'

const NOW = new Date('2026-11-27T02:00:00.000Z')
const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com' }
const OWNER = { by: 'owner@shop.example', at: NOW }

// The shop's own client keeps its first address: one shop for all.
const { db } = await openStoredShop({ after })

const NOTHING = {
  disputes: 0,
  reviews: 0,
  refundsDue: 0,
  cancels: 0,
  returns: 0,
  toShip: 0,
  invoices: 0,
  parcels: 0,
  booked: 0,
  daysOver: 0,
  daysNear: 0,
  halves: 0,
}

test('data requests and letters leave the first page by the actions that its words name, and stay away', async () => {
  process.env.SMTP_URL = 'smtp://127.0.0.1:1'
  Object.assign(process.env, { MAIL_FROM: 'shop@shop.example', OWNER_EMAIL: OWNER.by })
  const { saveDataRequest, countDataRequests, answerDataRequests } =
    await import('#lib/account/account-store.ts')
  const { firstTask } = await import('#lib/owner/today.ts')
  const { confirmApplication, deleteApplication, readApplications, sendApplication } =
    await import('#lib/join/application.ts')
  const task = async () => {
    const [dataRequests, applications] = await Promise.all([
      countDataRequests(),
      readApplications(),
    ])
    const counts = { ...NOTHING, dataRequests, applications: applications.length }
    return firstTask(counts)?.words
  }
  assert.equal(await task(), undefined)

  const ask = (kind: 'export' | 'erase') =>
    saveDataRequest({ ...ADA, kind, requestedAt: NOW.toISOString() })
  // Asked twice it is one request.
  await Promise.all([ask('export'), ask('erase')])
  await ask('export')
  assert.equal(await task(), '答覆 2 件資料請求，法定期限是 15 天')
  await answerDataRequests({ uid: ADA.uid }, ['export'])
  assert.equal(await task(), '答覆 1 件資料請求，法定期限是 15 天')
  await answerDataRequests({ uid: ADA.uid }, ['export', 'erase'])
  assert.equal(await task(), undefined)

  const letter = {
    name: '阿晴',
    email: ADA.email,
    link: '',
    words: '一片海',
    consent: true,
  } as const
  assert.ok((await sendApplication(letter, NOW)).ok)
  // Until its address is confirmed it may be a stranger's.
  assert.equal(await task(), undefined)
  const [stored] = (await db.collection('applications').get()).docs
  const [mail] = (await db.collection('outbox').where('kind', '==', 'join-confirm').get()).docs
  const [, key = ''] = /#\w+\.([\w-]+)/.exec(JSON.stringify(mail?.data())) ?? []
  assert.ok((await confirmApplication({ id: stored?.id ?? '', key }, NOW)).ok)
  assert.equal(await task(), '查看 1 封共創來信，回覆後刪除')
  assert.ok((await deleteApplication(stored?.id ?? '')).ok)
  assert.equal(await task(), undefined)
  // The link of the mail brings nothing back.
  await confirmApplication({ id: stored?.id ?? '', key }, NOW)
  assert.equal(await task(), undefined)
})

test('numbers that contradict each other leave the first page by the press that its words name', async () => {
  const { readToMake } = await import('#lib/owner/owner-order-store.ts')
  const { productsToMake } = await import('#lib/owner/products-to-make.ts')
  const { recalculateByOwner } = await import('#lib/owner/recalculate-counters.ts')
  const wrong = async () =>
    productsToMake(await readToMake()).flatMap(({ id, isWrong }) => (isWrong ? [id] : []))
  const counts = { title: '旅見 T 恤', units: { '白色 XL': -3, '白色 L': 3 }, days: {} }
  await db.doc('to_make/otr-001').set(counts)
  assert.deepEqual(await wrong(), ['otr-001'])
  assert.ok((await recalculateByOwner({ context: OWNER })).ok)
  assert.deepEqual(await wrong(), [])
})
