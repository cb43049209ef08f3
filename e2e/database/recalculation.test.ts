import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { timeCode } from '#lib/order/order-number.ts'
import { readOrder } from '#lib/order/order-store.ts'
import {
  readFoundCounts,
  recalculateByOwner,
  recalculateCounters,
  recalculateDaily,
} from '#lib/owner/recalculate-counters.ts'
import { minute } from '#lib/payment/orders.fixture.ts'
import { payFor, placeFor, placeOne } from './placed-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const { db, calls } = await openStoredShop({ after })

const data = async (path: string) => (await db.doc(path).get()).data()

/** What the counters of all orders differ in, which is nothing. */
const agrees = async (minutes = 1) => {
  const { units, accounts, money } = await recalculateCounters(minute(minutes))
  assert.deepEqual({ units, accounts, money }, { units: [], accounts: [], money: [] })
}

const state = async () => (await db.doc('sweeps/counts').get()).data() ?? {}

let days = 0

/** Places an order on each of six days. */
async function placeOnDays(): Promise<void> {
  for (let count = 0; count < 6; count += 1) {
    days += 1
    await placeFor({ uid: `h-${days}`, minutes: days * 24 * 60, isUnverified: false, replaces: [] })
  }
}

/** Calls the day's recalculation as sweeps do, each with no time for more than one piece of work, until only the comparison is left. */
async function sweepInPieces(now: Date): Promise<number> {
  for (let sweeps = 1; sweeps < 1000; sweeps += 1) {
    await recalculateDaily(now, 0)
    if ((await state())['run']?.step === 'compare') return sweeps
  }
  throw new Error('The recalculation does not go on')
}

const press = () => recalculateByOwner({ context: { at: minute(3) } })

const readsOf = async (work: () => Promise<unknown>) => {
  calls()
  await work()
  return calls().reduce((sum, { reads }) => sum + reads, 0)
}

test('the day is claimed before an order is read, and each sweep goes on where the one before stopped', async () => {
  const morning = new Date('2026-11-27T20:30:00.000Z')
  await placeOnDays()
  await db.doc('stock/a').update({ stock: 3 })
  await recalculateDaily(morning, 0)
  const { day, run: first, checkedAt } = await state()
  assert.deepEqual([day, first?.step, checkedAt], ['2026-11-28', 'days', undefined])
  assert.notEqual(first?.cursor, '')
  await recalculateDaily(morning, 0)
  const { run: second } = await state()
  assert.ok(second?.cursor > first.cursor || second?.step !== 'days')
  assert.ok((await sweepInPieces(morning)) > 0)
  await recalculateDaily(morning)
  const { run, found } = await state()
  assert.equal(run, undefined)
  assert.ok(
    found.lines.some((line: string) => line.includes('原本為 3 件')),
    found.lines,
  )
  await agrees(30_000)
})

test('two sweeps at once read the orders once', async () => {
  await db.doc('sweeps/counts').delete()
  const morning = new Date('2026-11-28T20:30:00.000Z')
  const alone = await readsOf(() => recalculateDaily(morning))
  await db.doc('sweeps/counts').delete()
  const together = await readsOf(() =>
    Promise.all([recalculateDaily(morning), recalculateDaily(morning)]),
  )
  // The second one reads the state, and is told that another works at it.
  assert.ok(together <= alone + 3, `${together} reads, ${alone} alone`)
})

test('a further day reads the days of changed orders alone, and finds what went wrong with their counters', async () => {
  await placeOnDays()
  await agrees(30_000)
  await db.doc('sweeps/counts').update({ day: '2026-11-28', since: '2999010100' })
  const quiet = await readsOf(() => recalculateDaily(new Date('2026-11-29T20:30:00.000Z')))
  const all = await readsOf(() => agrees(30_000))
  assert.ok(quiet < all / 2, `${quiet} reads, ${all} for all`)

  const now = new Date()
  await db.doc('sweeps/counts').update({ day: '2026-11-29', since: timeCode(now) })
  const id = await placeFor({ uid: 'later', minutes: 20_000, isUnverified: false, replaces: [] })
  assert.ok(id)
  await payFor(id, 20_000)
  const { orderNumber = '' } = (await readOrder(id)) ?? {}
  await db.doc('to_make/b').update({ 'units.白色 M': 1 })
  await db.doc(`orders/${id}`).update({ 'index.keys': [] })
  await recalculateDaily(new Date('2026-11-30T20:30:00.000Z'))
  const { lines = [] } = (await readFoundCounts(new Date('2026-11-30T21:00:00.000Z'))) ?? {}
  assert.ok(lines.includes(`${orderNumber}：搜尋用的資料與訂單不符，已重建。`), lines.join())
  assert.ok(
    lines.some((line) => line.includes('待製作 白色 M：原本為 1 件')),
    lines.join(),
  )
  await agrees(30_000)
})

test('an order that cannot be read leaves out its own products alone, and the press of the button says so', async () => {
  const broken = await placeOne()
  await payFor(broken)
  await db.doc('stock/other').set({ stock: 2, preorder: 0, sizes: {} })
  const before = await data(`orders/${broken}`)
  await db.doc(`orders/${broken}`).update({ status: 'nothing', items: [before?.['items'][0]] })
  await db.doc('stock/a').update({ stock: 1 })
  await db.doc('to_make/b').update({ 'units.白色 M': 1 })
  assert.deepEqual(await press(), { ok: false, code: 'orders-unreadable' })
  const { lines = [] } = (await readFoundCounts(minute(4))) ?? {}
  const text = lines.join('\n')
  assert.ok(text.includes(`有 1 筆訂單無法讀取（文件 ${broken}）`), text)
  assert.ok(text.includes('「other」已訂：原本為 2 件，依訂單改為 0 件。'), text)
  // What it may have taken is not given to others.
  assert.equal((await data('stock/a'))?.['stock'], 1)

  await db.doc(`orders/${broken}`).update({ items: 'gone' })
  await press()
  const all = (await readFoundCounts(minute(4)))?.lines.join('\n') ?? ''
  assert.ok(all.includes('其中有訂單的商品無法讀取，因此未核對件數。'), all)

  await db.doc(`orders/${broken}`).set(before ?? {})
  assert.deepEqual(await press(), { ok: true, data: null })
  await agrees(30_000)
})

test('a recalculation that has no time left says that it goes on', async () => {
  await db.doc('sweeps/counts').update({ day: '2026-12-01' })
  await recalculateDaily(new Date('2026-12-01T20:30:00.000Z'), 0)
  const { run } = await state()
  const worker = { id: 'elsewhere', at: new Date().toISOString() }
  await db.doc('sweeps/counts').update({ run: { ...run, worker } })
  assert.deepEqual(await press(), { ok: false, code: 'recalculating' })
  // A process that is gone leaves its work to the next.
  const gone = { ...worker, at: new Date(Date.now() - 6 * 60_000).toISOString() }
  await db.doc('sweeps/counts').update({ run: { ...run, worker: gone } })
  await recalculateDaily(new Date('2026-12-01T20:31:00.000Z'))
  assert.equal((await state())['run'], undefined)
})
