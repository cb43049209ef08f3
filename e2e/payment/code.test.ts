import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { MOST_REPLACED } from '#lib/cart/cart.ts'
import { makeStoredCode } from '#lib/discount/discount.fixture.ts'
import type { OrderedLine } from '#lib/order/order-request.ts'
import type { Order } from '#lib/order/order.ts'
import { by } from '#lib/order/placement.fixture.ts'
import { at, makeOrder, minute } from '#lib/payment/orders.fixture.ts'
import { keep, newWorld, world } from './world.ts'

const { checkCode, codeCheckSchema } = await import('#lib/order/check-cart.ts')
const { codeMember } = await import('#lib/discount/discount-store.ts')
const { orderDocument } = await import('#lib/order/order-store.ts')

const OTHERS = 'hash-eve'
const KEY = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const line: OrderedLine = { id: 'a', color: '白色', size: 'M', quantity: 2 }
const lines = [line]
const used = { code: 'SUMMER', member: codeMember(by.account).key }

const check = (replaces: readonly string[] = [], wanted: readonly OrderedLine[] = lines) =>
  checkCode(
    by.account,
    { code: 'SUMMER', lines: [...wanted], replaces: [...replaces] },
    { products: by.products, offers: [], now: minute(0) },
  )

function offer(uses = 0, terms: Parameters<typeof makeStoredCode>[0] = {}): void {
  const members = uses === 0 ? {} : { [used.member]: uses }
  world.codes.set('SUMMER', makeStoredCode(terms, { uses, members }))
}

const why = async (replaces?: readonly string[]) => {
  const answer = await check(replaces)
  return answer.ok ? undefined : answer.problem.why
}

beforeEach(newWorld)

test('a member who asks about a code hears its terms, or why it gives nothing', async () => {
  assert.equal(await why(), 'unknown')
  offer()
  assert.deepEqual(await check(), {
    ok: true,
    data: { code: 'SUMMER', gives: 'amount', value: 100, from: 0 },
  })
  offer(0, { from: 2000 })
  const refused = await check()
  assert.deepEqual(refused, {
    ok: false,
    code: 'discount',
    problem: { why: 'below-threshold', missing: 1000 },
  })
})

test('an earlier order of the checkout is read only where the member has used the code', async (t) => {
  const read = t.mock.method(world.orders, 'values')
  offer()
  await check([KEY])
  assert.equal(read.mock.callCount(), 0)
  offer(1)
  await check([KEY])
  assert.equal(read.mock.callCount(), 1)
})

test('goods that are not sold count for no code', async () => {
  offer()
  const gone = await check([], [{ ...line, id: 'gone' }])
  assert.ok(!gone.ok && gone.problem.why === 'not-for-these')
})

test('an unpaid order of the same checkout does not use a code up for the next one', async () => {
  offer(1)
  assert.equal(await why(), 'used-by-you')
  keep(makeOrder({ id: orderDocument('ada', KEY), uid: 'ada', discount: used }))
  assert.equal(await why(), 'used-by-you')
  assert.equal(await why([KEY]), undefined)
  assert.equal(await why([OTHER]), 'used-by-you')
})

for (const [what, order] of [
  ['that was paid', { status: '已付款', discount: used }],
  ['that ended', { status: '已取消', discount: used }],
  ['with another code', { discount: { ...used, code: 'WINTER' } }],
  ['without a code', {}],
] as const) {
  test(`an order of the same checkout ${what} gives no use back`, async () => {
    offer(1)
    keep(makeOrder({ id: orderDocument('ada', KEY), uid: 'ada', ...order }))
    assert.equal(await why([KEY]), 'used-by-you')
  })
}

test('a use that an overdue unpaid order keeps does not refuse the code: the order would end it', async () => {
  world.codes.set('SUMMER', makeStoredCode({ mostUses: 1 }, { uses: 1, members: { [OTHERS]: 1 } }))
  const keeps = (until: number, more: Partial<Order> = {}) =>
    keep(
      makeOrder({
        id: 'other',
        uid: 'eve',
        discount: { code: 'SUMMER', member: OTHERS, until: at(until) },
        ...more,
      }),
    )
  keeps(1)
  assert.equal(await why(), 'used-up')
  keeps(0)
  assert.equal(await why(), undefined)
  // Its buyer is at a page that takes the money.
  keeps(0, { reservation: { until: at(5), products: ['a'] } })
  assert.equal(await why(), 'used-up')
})

test('a question names a code by its form, and as many earlier confirmations as a checkout has', () => {
  const question = { code: 'SUMMER', lines, replaces: [] }
  assert.ok(codeCheckSchema.safeParse(question).success)
  assert.ok(
    codeCheckSchema.safeParse({ ...question, replaces: Array(MOST_REPLACED + 1).fill(KEY) })
      .success,
  )
  for (const wrong of [
    { code: 'AB' },
    { lines: [] },
    { replaces: Array(MOST_REPLACED + 2).fill(KEY) },
    { replaces: ['x'] },
  ]) {
    assert.ok(!codeCheckSchema.safeParse({ ...question, ...wrong }).success)
  }
})
