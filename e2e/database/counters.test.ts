import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import {
  array,
  assert as always,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  record,
} from 'fast-check'

import { makeCode } from '#lib/discount/discount.fixture.ts'
import { numberParts, timeCode } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import { MOVES } from '#lib/order/random-life.fixture.ts'
import { at, minute } from '#lib/payment/orders.fixture.ts'
import { fail, ok } from '#lib/result.ts'
import { doDeed, payFor, placeFor, placeOne } from './placed-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const { db, calls } = await openStoredShop({ after })
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
})
const { readCode, storeCode } = await import('#lib/discount/discount-store.ts')
const { readOrder, repairIndex } = await import('#lib/order/order-store.ts')
const { accountOrdersSchema } = await import('#lib/order/account-reservations.ts')
const { readToMake } = await import('#lib/owner/owner-order-store.ts')
const {
  changeOverride,
  lastingCounts,
  moveFirstTimeReservations,
  readCounts,
  readStockNotes,
  readReservedStock,
  repairCounts,
} = await import('#lib/inventory/inventory-store.ts')
const { transact } = await import('#lib/adapters/firestore/database.ts')
const { repairAccountRecord } = await import('#lib/owner/repair-order-limits.ts')
const { repairLedger } = await import('#lib/owner/repair-ledger.ts')
const { productsToMake } = await import('#lib/owner/products-to-make.ts')
const { countLines } = await import('#lib/owner/counter-lines.ts')
const { readFoundCounts, recalculateCounters, recalculateDaily } =
  await import('#lib/owner/recalculate-counters.ts')

/** How many times the random rows are tried; more in the long stage. */
const TIMES = Number(process.env['TIMES'] ?? 1)

const NOTHING = {
  units: [],
  accounts: [],
  unfound: [],
  money: [],
  ownerless: [],
  unreadable: [],
  skipped: [],
  more: 0,
}

const agrees = async (minutes = 1) => {
  const { orders: _orders, ...found } = await recalculateCounters(minute(minutes))
  assert.deepEqual(found, { ...NOTHING, unsettled: 0 })
}

const deed = record({
  name: constantFrom(...Object.keys(MOVES)),
  order: nat(2),
  which: nat(2),
  variant: nat(99),
})

test('after any row of actions in the database the counters, the searches and the books are those of the orders', async () => {
  assert.ok((await storeCode(makeCode({ code: 'LIVES', mostUses: 5000 }))).ok)
  const withCode: (Order | undefined)[] = []
  await always(
    asyncProperty(array(deed, { maxLength: 25, size: 'max' }), async (deeds) => {
      const orders = [await placeOne(), await placeOne('LIVES'), await placeOne('LIVES')]
      await payFor(orders[0] ?? '')
      await payFor(orders[1] ?? '')
      let when = 5
      for (const { order, ...one } of deeds) {
        when += 3
        await doDeed(orders[order] ?? '', one, when)
      }
      const stored = await Promise.all(orders.map((id) => readOrder(id)))
      withCode.push(...stored.filter((order) => order?.discount))
      const using = withCode.filter((order) => order?.status !== '已取消')
      assert.equal((await readCode('LIVES')).uses, using.length)
      await agrees()
      assert.ok(productsToMake(await readToMake()).every(({ isWrong }) => !isWrong))
    }),
    { numRuns: 3 * TIMES, seed: 911 },
  )
})

test('a later day and another size keep the units to be made and their days', async () => {
  const id = await placeOne()
  await payFor(id)
  const before = (await readToMake()).find((one) => one.id === 'b')
  await doDeed(id, { name: 'move the day', which: 0, variant: 0 }, 50)
  await doDeed(id, { name: 'change the items', which: 1, variant: 1 }, 51)
  const { units = {}, days = {} } = (await readToMake()).find((one) => one.id === 'b') ?? {}
  assert.equal(units['白色 L'], (before?.units['白色 L'] ?? 0) + 3)
  assert.equal(units['白色 M'], (before?.units['白色 M'] ?? 0) - 3)
  assert.ok((days['2027-01-01'] ?? 0) >= 3)
  await agrees()
})

const withoutZeros = (counts: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))

test('what went wrong beside the orders is put right once a day, and the owner is notified by one mail and on the start page', async () => {
  const id = await placeOne()
  await payFor(id)
  const taken = await readReservedStock(['a'])
  const stored = (await readToMake()).find((one) => one.id === 'b')
  await db.doc('to_make/b').set({ title: '晴天', units: {}, days: { '2026-12-01': -4 } })
  await db.doc('stock/a').update({ stock: 1, 'sizes.M': -7 })
  await db.doc(`orders/${id}`).update({ index: { version: 1, keys: [], needs: [], providers: [] } })
  const { docs } = await db.collection('movements').where('orderId', '==', id).get()
  await docs[0]?.ref.update({ amount: 1 })
  await db.doc('movements/lost').set({ ...docs[0]?.data(), orderId: 'gone', amount: 5 })
  assert.equal(
    productsToMake(await readToMake()).find((productToMake) => productToMake.id === 'b')?.isWrong,
    true,
  )

  const morning = new Date('2026-11-24T20:30:00.000Z')
  await recalculateDaily(morning)
  assert.deepEqual((await readReservedStock(['a'])).get('a'), taken.get('a'))
  const repaired = (await readToMake()).find((one) => one.id === 'b')
  assert.deepEqual(
    [repaired?.units, repaired?.days],
    [withoutZeros(stored?.units), withoutZeros(stored?.days)],
  )
  const found = await readFoundCounts(morning)
  const text = found?.lines.join('\n') ?? ''
  for (const part of [
    '待製作 白色 M：原本為 0 件',
    '已訂 M：原本為 -7 件',
    '搜尋用的資料',
    '帳上原本是 1 元',
    '找不到訂單',
  ]) {
    assert.ok(text.includes(part), `${part}\n${text}`)
  }
  const mails = async () =>
    (await db.collection('outbox').where('kind', '==', 'owner-counts').get()).docs
  assert.equal((await mails()).length, 1)

  calls()
  await recalculateDaily(new Date('2026-11-25T10:00:00.000Z'))
  assert.equal(
    calls().reduce((sum, { reads }) => sum + reads, 0),
    1,
  )
  await db.doc('movements/lost').delete()
  assert.deepEqual((await recalculateCounters(new Date('2026-11-25T11:00:00.000Z'))).money, [])
  assert.equal((await mails()).length, 1)
  assert.equal(await readFoundCounts(new Date('2026-12-10T00:00:00.000Z')), undefined)
  await agrees()
})

const sell = async () => {
  for (let count = 0; count < 6; count += 1) await payFor(await placeOne())
}

test('a comparison among orders that are placed and paid changes no right count, and repairs a wrong one', async () => {
  const compare = async () => {
    const repaired = []
    for (let count = 0; count < 6; count += 1)
      repaired.push(...(await recalculateCounters(minute(1))).units)
    return repaired
  }
  const [changed] = await Promise.all([compare(), sell()])
  assert.deepEqual(changed, [])
  await agrees()
  await db.doc('stock/b').update({ preorder: 0 })
  const wrong = payFor(await placeOne())
  await recalculateCounters(minute(1))
  await wrong
  await recalculateCounters(minute(1))
  await agrees()
})

const placing = record({
  account: nat(1),
  pause: constantFrom(0.5, 1, 12, 31, 61, 24 * 60, 30 * 60),
  isUnverified: boolean(),
  replaces: nat(3),
  next: constantFrom('stay', 'stay', 'cancel', 'lapse', 'pay'),
})

test('after any row of placements, replacements, cancellations, releases and payments the limits of accounts, what first-time buyers reserve and the hours are those of the orders', async () => {
  let run = 0
  await always(
    asyncProperty(
      array(placing, { minLength: 4, maxLength: 10, size: 'max' }),
      async (placings) => {
        run += 1
        let minutes = run * 100_000
        const own = new Map<string, string[]>()
        for (const { account, pause, isUnverified, replaces, next } of placings) {
          minutes += pause
          const uid = `limited-${run}-${account}`
          const before = own.get(uid) ?? []
          const replaced = before.slice(0, replaces)
          const id = await placeFor({ uid, minutes, isUnverified, replaces: replaced })
          if (id) own.set(uid, [id, ...before])
          const [chosen = ''] = own.get(uid) ?? []
          const deed = { which: 0, variant: 0 }
          if (chosen && next === 'pay') await payFor(chosen, minutes)
          else if (chosen && next !== 'stay')
            await doDeed(chosen, { name: next, ...deed }, minutes + 0.2)
          if (next !== 'stay') await agrees(minutes + 0.4)
        }
        await agrees(minutes + 20)
      },
    ),
    { numRuns: 2 * TIMES, seed: 1191 },
  )
})

test('limits, first-time buyers and numbers that went wrong are put right, and no number is given twice', async () => {
  const first = { uid: 'wrong-1', minutes: 9_000_000, isUnverified: true, replaces: [] }
  const id = await placeFor(first)
  await placeFor({ ...first, uid: 'wrong-2' })
  assert.ok(id)
  const now = minute(9_000_000.5)
  const limits = db.doc('order_limits/wrong-1')
  const right = (await limits.get()).data()
  const { orderNumber = '' } = (await readOrder(id)) ?? {}
  const hour = db.doc(`order_counters/${numberParts(orderNumber).code}`)
  const until = Object.keys(Object((await db.doc('stock/a').get()).get('firstTimeBuyers')))
  assert.equal(until.length, 1)
  await limits.set({
    recent: [],
    unpaid: [],
    reservations: [{ ...right?.reservations[0], units: 1 }],
  })
  await db.doc('order_limits/nobody').set({ ...right, unpaid: [id, 'gone'] })
  await db.doc('stock/a').update({ firstTimeBuyers: {} })
  await hour.set({ current: 1 })

  const { accounts, units } = await recalculateCounters(now)
  assert.deepEqual(accounts.toSorted(), ['', orderNumber])
  const found = units.map(({ counter, stored, counted }) => [counter, stored, counted])
  assert.deepEqual(found, [
    ['firstTimeBuyers', 0, 4],
    ['order_counters', 1, 2],
  ])
  const { expireAt: _expireAt, ...kept } = right ?? {}
  assert.partialDeepStrictEqual((await limits.get()).data(), kept)
  assert.deepEqual((await db.doc('order_limits/nobody').get()).get('recent'), [])
  const lines = countLines({ ...NOTHING, accounts, units }).join('\n')
  for (const part of [`${orderNumber} 的買家：下單限制`, '訂單編號：原本為 1，依訂單改為 2']) {
    assert.ok(lines.includes(part), lines)
  }
  assert.match(lines, /尚未驗證信箱的帳號保留到 .+ 的：原本為 0 件，依訂單改為 4 件。/u)
  // A number that is gone is not given again.
  await hour.set({ current: 7 })
  await agrees(9_000_000.6)
  assert.equal((await hour.get()).get('current'), 7)
  // The record of a person who was erased does not come back.
  await db.doc('erasures/wrong-2').set({ uid: 'wrong-2' })
  await db.doc('order_limits/wrong-2').delete()
  await agrees(9_000_000.7)
  assert.equal((await db.doc('order_limits/wrong-2').get()).exists, false)
})

const data = async (path: string) => (await db.doc(path).get()).data()

test('what is right, or moved since it was read, is not repaired', async () => {
  const uid = 'moved'
  const id = await placeFor({ uid, minutes: 0, isUnverified: false, replaces: [] })
  assert.ok(id)
  await payFor(id)
  const movements = () => db.collection('movements').where('orderId', '==', id).get()
  const written = async () => (await movements()).docs.map(({ updateTime }) => updateTime)
  const before = await written()
  assert.equal(await repairLedger(id), undefined)
  assert.equal(await repairLedger('nobody'), undefined)
  for (const one of [id, 'nobody']) assert.equal(await repairIndex(one), false)
  assert.deepEqual(await written(), before)

  const account = await db.doc(`order_limits/${uid}`).get()
  const counted = accountOrdersSchema.parse(account.data())
  assert.equal(await repairAccountRecord(uid, { seen: undefined, counted }, minute(1)), 'moving')
  assert.equal(await repairAccountRecord(uid, { seen: account, counted }, minute(1)), 'repaired')

  const counts = new Map([['stock', 2]])
  const repair = (seen: Parameters<typeof repairCounts>[2]['seen']) =>
    repairCounts('stock', 'moved', { seen, counted: counts, title: '晴天' })
  assert.equal(await repair(undefined), true)
  assert.deepEqual(await data('stock/moved'), { stock: 2, preorder: 0, sizes: {} })
  assert.equal(await repair(undefined), false)
  const seen = (await readCounts('stock', minute(0))).get('moved')
  await db.doc('stock/moved').delete()
  assert.equal(await repair(seen), false)
})

const lastsIn = (...[counter, document, counts, now]: Parameters<typeof lastingCounts>) =>
  lastingCounts(counter, document, counts, now).size === 1

const moveOf = (verified: number) => ({ id: 'none', minute: at(0), units: { verified } })

test('a reservation counts until its minute, and an hour for two days; every product counts always', async () => {
  const reservations = new Map([[`firstTimeBuyers/${at(0)}/verified`, 1]])
  const code = timeCode(minute(0))
  const hour = new Map([['current', 1]])
  assert.ok(
    lastsIn('firstTimeBuyers', 'a', reservations, minute(-1)) &&
      !lastsIn('firstTimeBuyers', 'a', reservations, minute(0)),
  )
  assert.ok(lastsIn('order_counters', code, hour, minute(48 * 60)))
  assert.ok(!lastsIn('order_counters', code, hour, minute(49 * 60)))
  await db.doc('order_counters/2020010100').set({ current: 3 })
  await db.doc('stock/001').set({ stock: 1 })
  assert.equal((await readCounts('order_counters', minute(0))).has('2020010100'), false)
  assert.equal((await readCounts('stock', minute(0))).has('001'), true)
  // A first-time buyer's units that come and go in one change write nothing.
  await transact('moving', async (tx) => moveFirstTimeReservations(tx, [moveOf(1), moveOf(-1)]))
  assert.equal(await data('stock/none'), undefined)
})

const changeAt = (minutes: number, decide: Parameters<typeof changeOverride<'refused'>>[2]) =>
  changeOverride('owned', { at: at(minutes), who: 'owner', reason: '樣品' }, decide)

test('what an owner changes of a product is later than the change before, whatever a clock says', async () => {
  const changed = []
  for (const minutes of [5, 5, 3, 6]) {
    const answer = await changeAt(minutes, () => ok({ isOffSale: true }))
    changed.push(answer.ok && Date.parse(answer.data.changedAt) - minute(5).getTime())
  }
  assert.deepEqual(changed, [0, 1, 2, 60_000])
  const refused = fail('refused')
  assert.deepEqual(await changeAt(7, () => refused), refused)
  const notes = await readStockNotes('owned')
  assert.deepEqual(
    notes.map((note) => note.at),
    [at(6), at(5), at(5), at(3)],
  )
})
