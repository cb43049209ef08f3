import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { makeCode } from '#lib/discount/discount.fixture.ts'
import type { DiscountCode } from '#lib/discount/discount.ts'
import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { minute } from '#lib/payment/orders.fixture.ts'
import { openStoredShop } from './stored-shop.ts'

const { db } = await openStoredShop({ after })

const { createOrder } = await import('#lib/order/placement-store.ts')
// Another process of the shop, with a queue of its own.
const elsewhere: { readonly createOrder: typeof createOrder } = await import(
  new URL('../../lib/order/placement-store.ts?elsewhere', import.meta.url).href
)
const { changeOrder, overdueUses, readOrder } = await import('#lib/order/order-store.ts')
const { codeMember, readCode, readCodes, storeCode, switchCode } =
  await import('#lib/discount/discount-store.ts')
const { cancel } = await import('#lib/order/cancellation.ts')
const { place } = await import('#lib/order/placement.ts')
const { recalculateCounters } = await import('#lib/owner/recalculate-counters.ts')
const { countLines } = await import('#lib/owner/counter-lines.ts')

const products = by.products.map((product) => ({ ...product, stock: 5000 }))

const memberOf = (uid: string) => ({ key: `hash-${uid}`, keys: [`hash-${uid}`] })

type Wish = {
  readonly code: string
  readonly total?: number
  readonly replaces?: readonly string[]
  readonly create?: typeof createOrder
}

/** Places an order of two shirts of NT$500 with a code, for a member. */
async function order(id: string, uid: string, wish: Wish) {
  const { code, total = 980, replaces = [], create = createOrder } = wish
  await db.doc(`users/${uid}`).set({ hasPaid: true }, { merge: true })
  const own = { ...draft, id, uid, items: [item(2)], totalAmount: 1080 }
  const key = { id, uid, timeCode: draft.timeCode, products: ['a'], units: 2, replaces, code }
  const decide = place(
    own,
    { ...by, products, account: { ...by.account, uid } },
    { name: code, member: memberOf(uid), displayedTotal: total },
  )
  return create({ ...key, overdue: [] }, decide)
}

const made = async (fields: Partial<DiscountCode>) => {
  assert.deepEqual(await storeCode(makeCode(fields)), { ok: true, data: null })
}
const usesOf = async (code: string) => {
  const { uses, members } = await readCode(code)
  return { uses, members: Object.fromEntries(Object.entries(members).filter(([, one]) => one > 0)) }
}

const end = (id: string) =>
  changeOrder(id, (stored) => {
    const answer = cancel(stored, 'unpaid-too-long', { now: minute(9), by: 'sweep' })
    return answer.ok ? answer.data : undefined
  })

test('a code is made once, paused and found again', async () => {
  await made({ code: 'ONCE' })
  assert.deepEqual(await storeCode(makeCode({ code: 'ONCE' })), { ok: true, data: null })
  const other = makeCode({ code: 'ONCE', madeAt: '2026-11-02T00:00:00.000Z' })
  assert.deepEqual(await storeCode(other), { ok: false, code: 'code-known' })
  assert.deepEqual(await switchCode('ONCE', true), { ok: true, data: null })
  assert.equal((await readCode('ONCE')).terms?.isPaused, true)
  const refused = await order('paused', 'm1', { code: 'ONCE' })
  assert.deepEqual(refused, { ok: false, code: 'discount', problem: { why: 'paused' } })
  assert.deepEqual(await switchCode('NONE', true), { ok: false, code: 'code-unknown' })
  assert.equal((await readCodes()).length, 1)
  assert.equal((await readCode('NONE')).terms, undefined)
  const { readCodeReport } = await import('#lib/owner/code-report.ts')
  const { createDiscount } = await import('#lib/owner/create-discount.ts')
  const context = { by: '林店主', at: minute(1) }
  const bad = { ...makeCode({ code: 'FREE', value: 0 }), context }
  assert.deepEqual(await createDiscount(bad, []), { ok: false, code: 'code-value' })
  assert.equal(await readCodeReport('FREE', []), undefined)
  assert.equal(await readCodeReport('__PROTO__', []), undefined)
  assert.equal((await readCodeReport('ONCE', []))?.orders, 0)
})

test('an order has its code’s price in its lines, and the use is counted', async () => {
  await made({ code: 'PRICE' })
  const placed = await order('priced', 'm2', { code: 'PRICE' })
  assert.ok(!('ok' in placed))
  const { items, totalAmount, reductions, discount } = placed.order
  assert.equal(totalAmount, 980)
  assert.equal(items[0]?.reduction, 100)
  assert.deepEqual(reductions, [{ kind: 'code', name: 'PRICE', goods: 100, delivery: 0 }])
  assert.deepEqual(discount, { code: 'PRICE', member: 'hash-m2' })
  assert.deepEqual(await usesOf('PRICE'), { uses: 1, members: { 'hash-m2': 1 } })
})

test('the total that was shown decides: another one is asked about, and no use is taken', async () => {
  await made({ code: 'SHOWN' })
  const refused = await order('shown', 'm3', { code: 'SHOWN', total: 1080 })
  assert.ok('ok' in refused && refused.code === 'total')
  assert.equal(refused.total, 980)
  assert.deepEqual(await usesOf('SHOWN'), { uses: 0, members: {} })
})

test('a code of three uses is used three times, however many want it at once, in one process and in two', async () => {
  for (const [code, creates] of [
    ['RACE1', [createOrder]],
    ['RACE2', [createOrder, elsewhere.createOrder]],
  ] as const) {
    await made({ code, mostUses: 3 })
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, index) =>
        order(`${code}-${index}`, `${code}-m${index}`, {
          code,
          create: creates[index % creates.length] ?? createOrder,
        }),
      ),
    )
    const placed = answers.filter((answer) => !('ok' in answer))
    assert.equal(placed.length, 3, code)
    for (const answer of answers) {
      if ('ok' in answer) {
        assert.deepEqual(answer, { ok: false, code: 'discount', problem: { why: 'used-up' } })
      }
    }
    assert.equal((await usesOf(code)).uses, 3)
  }
})

test('one member uses a code once, with ten windows at once', async () => {
  await made({ code: 'MINE' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) =>
      order(`mine-${index}`, 'm4', {
        code: 'MINE',
        create: index % 2 === 0 ? createOrder : elsewhere.createOrder,
      }),
    ),
  )
  assert.equal(answers.filter((answer) => !('ok' in answer)).length, 1)
  assert.deepEqual(await usesOf('MINE'), { uses: 1, members: { 'hash-m4': 1 } })
})

test('an order that ends unpaid gives its use back once, and so does one that is replaced', async () => {
  await made({ code: 'BACK', mostUses: 1 })
  await order('first', 'm5', { code: 'BACK' })
  const other = await order('other', 'm6', { code: 'BACK' })
  assert.deepEqual(other, { ok: false, code: 'discount', problem: { why: 'used-up' } })
  // The same member changes the cart: the new order takes the use over.
  const again = await order('again', 'm5', { code: 'BACK', replaces: ['first'] })
  assert.ok(!('ok' in again))
  assert.equal(again.replaced.length, 1)
  assert.deepEqual(await usesOf('BACK'), { uses: 1, members: { 'hash-m5': 1 } })
  await Promise.all([end('again'), end('again')])
  await end('again')
  assert.deepEqual(await usesOf('BACK'), { uses: 0, members: {} })
  assert.ok(!('ok' in (await order('other', 'm6', { code: 'BACK' }))))
})

// An order that uses the code TENTH.
const wishFor = (
  uid: string,
  emailVerified: boolean,
  now: Date,
  overdue: readonly string[] = [],
) => {
  const account = { ...by.account, uid, email: `${uid}@example.com`, emailVerified }
  const own = { ...draft, id: `tenth-${uid}`, uid, items: [item(2)], totalAmount: 1080 }
  const key = { id: own.id, uid, timeCode: draft.timeCode, products: ['a'], units: 2 }
  const code = { name: 'TENTH', member: codeMember(account), displayedTotal: 980 }
  return createOrder(
    { ...key, replaces: [], overdue, code: 'TENTH' },
    place(own, { ...by, products, account, now }, code),
  )
}

test('accounts that prove nothing keep a fifth of a code for half an hour, and then give way', async () => {
  await made({ code: 'TENTH', mostUses: 10 })
  const answers = []
  for (let index = 0; index < 10; index += 1) {
    answers.push(await wishFor(`free-${index}`, false, minute(0)))
  }
  const placed = answers.filter((answer) => !('ok' in answer))
  assert.equal(placed.length, 2)
  assert.deepEqual(answers.at(-1), { ok: false, code: 'discount', problem: { why: 'unproven' } })
  assert.ok(!('ok' in (await wishFor('honest', true, minute(1)))))

  // Their uses are nobody's for ever: another one's order ends one of them once it is needed.
  assert.deepEqual(await overdueUses('TENTH', minute(29)), [])
  const overdue = (await overdueUses('TENTH', minute(30))).map(({ id }) => id)
  assert.deepEqual(overdue, ['tenth-free-0', 'tenth-free-1'])
  assert.ok('ok' in (await wishFor('late', false, minute(29), overdue)))
  // A proven member finds uses left, so nobody's order is ended.
  assert.ok(!('ok' in (await wishFor('second', true, minute(30), overdue))))
  assert.equal((await readOrder('tenth-free-0'))?.status, '待付款')
  const late = await wishFor('late', false, minute(30), overdue)
  assert.ok(!('ok' in late))
  for (const id of overdue) {
    const { status, history } = (await readOrder(id)) ?? {}
    assert.equal(status, '已取消')
    const data = { cause: 'code-needed' }
    assert.partialDeepStrictEqual(history?.at(-1), { type: 'order.cancelled', data })
  }
  assert.equal((await readCode('TENTH')).uses, 3)
  const lines = countLines(await recalculateCounters(minute(31)))
  assert.deepEqual(
    lines.filter((line) => line.includes('TENTH')),
    [],
  )
})

test('uses that are not what the orders say are put right by the day’s comparison', async () => {
  const right = await usesOf('PRICE')
  await db.doc('discounts/PRICE').update({ uses: 7, 'members.hash-m2': 0 })
  const lines = countLines(await recalculateCounters(minute(10)))
  assert.deepEqual(await usesOf('PRICE'), right)
  assert.ok(lines.includes('「PRICE」用掉的次數：原本為 7 次，依訂單改為 1 次。'), lines.join('\n'))
  assert.equal((await readCode('PRICE')).terms?.value, 100)
  // As many uses, but another member's.
  await db.doc('discounts/PRICE').update({ members: { 'hash-m9': 1 } })
  await recalculateCounters(minute(10))
  assert.deepEqual(await usesOf('PRICE'), right)
  assert.deepEqual(countLines(await recalculateCounters(minute(10))), [])
})
