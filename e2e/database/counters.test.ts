import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { array, assert as always, asyncProperty, constantFrom, nat, record } from 'fast-check'

import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { MOVES } from '#lib/order/random-life.fixture.ts'

import { openStoredShop } from './stored-shop.ts'

const { db, calls } = await openStoredShop({ after })
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
})
const { createOrder } = await import('#lib/order/placement-store.ts')
const { changeOrder } = await import('#lib/order/order-store.ts')
const { place } = await import('#lib/order/placement.ts')
const { readToMake } = await import('#lib/owner/owner-order-store.ts')
const { readTaken } = await import('#lib/order/stock-store.ts')
const { productsToMake } = await import('#lib/owner/read-today.ts')
const { readFoundCounts, recountDaily, recountNow, recount } = await import('#lib/owner/recount.ts')

const PREORDER = { shipsAbout: '2026-12-01' }
const items = [item(2), item(3, { id: 'b', preorder: PREORDER })]
const PAID = ['press', 'create', 'capture', 'settle'] as const

// Nothing is sold out in these lives.
const products = by.products.map((product) => ({
  ...product,
  stock: 5000,
  stock_by_size: undefined,
  ...(product.preorder_limit === undefined ? {} : { preorder_limit: 5000 }),
}))

let placed = 0

async function placeOne(): Promise<string> {
  placed += 1
  const uid = `member-${placed}`
  const own = { ...draft, id: `life-${placed}`, uid, items }
  const key = { id: own.id, uid, timeCode: own.timeCode, products: ['a', 'b'], pieces: 5 }
  const answer = await createOrder(
    { ...key, replaces: [], overdue: [] },
    place(own, { ...by, products, account: { ...by.account, uid } }),
  )
  assert.ok(!('ok' in answer))
  return own.id
}

type LifeStep = { readonly name: string; readonly which: number; readonly variant: number }

async function doDeed(id: string, { name, ...moment }: LifeStep, minute: number): Promise<void> {
  const move = Object.entries(MOVES).find(([key]) => key === name)?.[1]
  await changeOrder(id, (order) => move?.(order, { ...moment, minute }))
}

async function payFor(id: string): Promise<void> {
  for (const [minute, name] of PAID.entries()) {
    await doDeed(id, { name, which: 0, variant: 0 }, minute + 1)
  }
}

const agrees = async () => {
  const { pieces, unfound, money, ownerless, unreadable, unsettled } = await recount()
  assert.deepEqual(
    { pieces, unfound, money, ownerless, unreadable, unsettled },
    { pieces: [], unfound: [], money: [], ownerless: [], unreadable: [], unsettled: 0 },
  )
}

const deed = record({
  name: constantFrom(...Object.keys(MOVES)),
  order: nat(2),
  which: nat(2),
  variant: nat(99),
})

test('after any row of deeds in the database the counters, the searches and the books are those of the orders (rules 910, 911)', async () => {
  await always(
    asyncProperty(array(deed, { maxLength: 25, size: 'max' }), async (deeds) => {
      const orders = [await placeOne(), await placeOne(), await placeOne()]
      await payFor(orders[0] ?? '')
      await payFor(orders[1] ?? '')
      let minute = 5
      for (const { order, ...one } of deeds) {
        minute += 3
        await doDeed(orders[order] ?? '', one, minute)
      }
      await agrees()
      assert.ok(productsToMake(await readToMake()).every(({ isWrong }) => !isWrong))
    }),
    { numRuns: 12, seed: 911 },
  )
})

test('a later day and another size keep the pieces to be made and their days (rule 910)', async () => {
  const id = await placeOne()
  await payFor(id)
  const before = (await readToMake()).find((one) => one.id === 'b')
  await doDeed(id, { name: 'move the day', which: 0, variant: 0 }, 50)
  await doDeed(id, { name: 'change the items', which: 1, variant: 1 }, 51)
  const { pieces = {}, days = {} } = (await readToMake()).find((one) => one.id === 'b') ?? {}
  assert.equal(pieces['白色 L'], (before?.pieces['白色 L'] ?? 0) + 3)
  assert.equal(pieces['白色 M'], (before?.pieces['白色 M'] ?? 0) - 3)
  assert.ok((days['2027-01-01'] ?? 0) >= 3)
  await agrees()
})

const withoutZeros = (counts: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))

test('what went wrong beside the orders is put right once a day, and the owner is told by one mail and on the start page (rule 912)', async () => {
  const id = await placeOne()
  await payFor(id)
  const taken = await readTaken(['a'])
  const stored = (await readToMake()).find((one) => one.id === 'b')
  await db.doc('to_make/b').set({ title: '晴天', pieces: {}, days: { '2026-12-01': -4 } })
  await db.doc('stock/a').update({ stock: 1, 'sizes.M': -7 })
  await db.doc(`orders/${id}`).update({ index: { version: 1, keys: [], needs: [], providers: [] } })
  const { docs } = await db.collection('movements').where('orderId', '==', id).get()
  await docs[0]?.ref.update({ amount: 1 })
  await db.doc('movements/lost').set({ ...docs[0]?.data(), orderId: 'gone', amount: 5 })
  assert.equal(productsToMake(await readToMake()).find((one) => one.id === 'b')?.isWrong, true)

  const morning = new Date('2026-11-24T20:30:00.000Z')
  await recountDaily(morning)
  assert.deepEqual((await readTaken(['a'])).get('a'), taken.get('a'))
  const repaired = (await readToMake()).find((one) => one.id === 'b')
  assert.deepEqual(
    [repaired?.pieces, repaired?.days],
    [withoutZeros(stored?.pieces), withoutZeros(stored?.days)],
  )
  const found = await readFoundCounts(morning)
  const words = found?.lines.join('\n') ?? ''
  for (const part of [
    '待製作 白色 M：原本記成 0 件',
    '已訂 M：原本記成 -7 件',
    '搜尋用的資料',
    '帳上原本是 1 元',
    '找不到訂單',
  ]) {
    assert.ok(words.includes(part), `${part}\n${words}`)
  }
  const mails = async () =>
    (await db.collection('outbox').where('kind', '==', 'owner-counts').get()).docs
  assert.equal((await mails()).length, 1)

  calls()
  await recountDaily(new Date('2026-11-25T10:00:00.000Z'))
  assert.deepEqual(calls(), [])
  await db.doc('movements/lost').delete()
  assert.deepEqual((await recountNow(new Date('2026-11-25T11:00:00.000Z'))).money, [])
  assert.equal((await mails()).length, 1)
  assert.equal(await readFoundCounts(new Date('2026-12-10T00:00:00.000Z')), undefined)
  await agrees()
})

test('a comparison among orders that are placed and paid changes no right count, and repairs a wrong one (rule 912)', async () => {
  const sell = async () => {
    for (let count = 0; count < 12; count += 1) await payFor(await placeOne())
  }
  const compare = async () => {
    const repaired = []
    for (let count = 0; count < 12; count += 1) repaired.push(...(await recount()).pieces)
    return repaired
  }
  const [changed] = await Promise.all([compare(), sell()])
  assert.deepEqual(changed, [])
  await agrees()
  await db.doc('stock/b').update({ preorder: 0 })
  const wrong = payFor(await placeOne())
  await recount()
  await wrong
  await recount()
  await agrees()
})
