import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import {
  at,
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  makeProviderOrder,
  minute,
  NUMBER,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import type { Attempt } from '#lib/payment/payment.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import { calls, problem, provider } from './script.ts'
import { changeMeanwhile, keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { mailsOf } = await import('#lib/mail/order-mails.ts')
const { startPayment } = await import('#lib/payment/start-payment.ts')
const { capturePayment, refreshPayment } = await import('#lib/payment/capture-payment.ts')
const { receiveWebhook } = await import('#lib/payment/receive-webhook.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')
const { cancelOrder } = await import('#lib/order/cancel-order.ts')
const { expireReservation } = await import('#lib/order/expire-reservation.ts')

// ECPay answers a shop that asks too often by 403, and nothing more for half an hour.

const ID = 'doc-1-0123456789-0123456'
const HOUR = 60
const ends = 72 * HOUR

const card = (overrides: Partial<Attempt> = {}) =>
  makeAttempt({ provider: 'ecpay', method: 'ecpay-card', reference: 'EC1', ...overrides })
const order = () => storedOrder(ID)

function stored(attempts: readonly Attempt[], overrides: Partial<Order> = {}): Order {
  world.products = [{ id: item(1).id, stock: 3 }]
  world.taken = new Map([[item(1).id, { stock: 2, preorder: 0, sizes: { M: 2 } }]])
  const reservation = { until: at(ends), products: [item(1).id] }
  const check = { at: at(2), urgent: false, looks: 0 }
  const fields = { items: [item(2)], payment: makePayment(attempts), reservation, check }
  return keep(makeOrder({ ...fields, ...overrides, id: ID }))
}

const atEcpay = (status: ProviderOrder['status']): ProviderOrder => ({
  id: 'EC1',
  status,
  amount: TOTAL,
  currency: 'TWD',
  invoiceId: `${NUMBER}-1`,
  captures:
    status === 'completed'
      ? [makeCapture({ id: '2611', customId: ID, invoiceId: `${NUMBER}-1` })]
      : [],
  refunds: [],
})

const says = (answer: ProviderOrder | 'shut-out') => {
  provider.find.clear()
  if (answer === 'shut-out') provider.find.fails(problem('unknown', 'SHUT_OUT'))
  else provider.find.says(answer)
}
const sweepAt = (minutes: number) => {
  setClock(minutes)
  const { check } = order()
  if (check && check.at > at(minutes)) keep({ ...order(), check: { ...check, at: at(minutes) } })
  return sweepPayments(minute(minutes))
}
const halfHourFrom = (minutes: number) => [0, 5, 10, 20, 29].map((more) => minutes + more)
const paidMails = () => mailsOf(undefined, order()).filter(({ kind }) => kind === 'paid')
const captures = () => calls.filter((call) => call.startsWith('capture'))

beforeEach(newWorld)

for (const [what, answer, status] of [
  ['was paid', 'completed', '已付款'],
  ['was not paid', 'open', '已取消'],
] as const) {
  test(`an order whose 72 hours end in the half hour is ended only once ECPay has said whether its card ${what}`, async () => {
    stored([card({ startedAt: at(ends - 20), postedAt: at(ends - 19) })])
    says('shut-out')
    for (const minutes of halfHourFrom(ends - 5)) {
      await sweepAt(minutes)
      assert.equal(order().status, '待付款')
    }
    says(atEcpay(answer))
    await sweepAt(ends + 26)
    // An attempt that is still open is asked about until its own end.
    await sweepAt(ends + 2 * HOUR)
    assert.equal(order().status, status)
    assert.equal(paidMails().length, answer === 'completed' ? 1 : 0)
  })
}

for (const [left, end] of [
  [3, '已付款'],
  [2, 'paid-without-units'],
] as const) {
  test(`units that another buyer needed in the half hour: money that is found then ${end === '已付款' ? 'takes others' : 'is a person’s to decide'}`, async () => {
    stored([card({ postedAt: at(3) })], { reservation: { until: at(50), products: [item(1).id] } })
    says('shut-out')
    await sweepAt(55)
    changeMeanwhile(
      (one) => expireReservation(one, 'needed-by-another', { now: minute(56), by: 'sweep' }),
      ID,
    )
    world.taken = new Map([[item(1).id, { stock: 3 - left + 1, preorder: 0, sizes: { M: 1 } }]])
    says(atEcpay('completed'))
    await sweepAt(85)
    const { status, payment } = order()
    assert.equal(status === '已付款' ? status : payment?.review?.reason, end)
    assert.equal(payment?.attempts[0]?.state, 'captured')
  })
}

test('a notice of money in the half hour is stored at once: nothing else is captured, nothing is cancelled, and it pays once', async () => {
  const approved = makeAttempt({ number: 2, reference: 'PP2' })
  stored([card({ postedAt: at(3) }), approved])
  says('shut-out')
  setClock(10)
  const notice = {
    provider: 'ecpay',
    type: 'card 1',
    reference: 'EC1',
    orderDocument: ID,
    isPaidNotice: true,
  }
  for (const id of ['push-1', 'push-1', 'push-2']) {
    provider.message.says({ ...notice, id })
    const told = await receiveWebhook('ecpay', new Headers(), new Uint8Array(), minute(10))
    assert.equal(told, 'settled')
  }
  assert.ok(order().payment?.attempts[0]?.paidNoticeAt)

  const answer = await refreshPayment(order())
  assert.notEqual(answer.status, 'paid')
  await capturePayment(order(), 'PP2', 0)
  assert.deepEqual(captures(), [])
  const context = { now: minute(12), by: 'member' } as const
  const cancelled = await cancelOrder(order(), 'by-member', context).catch(() => undefined)
  assert.notEqual(cancelled?.ok, true)
  const again = await startPayment(order(), 'paypal').catch(() => undefined)
  assert.notEqual(again?.ok, true)
  for (const minutes of halfHourFrom(12)) await sweepAt(minutes)
  assert.equal(order().status, '待付款')

  provider.find.clear()
  const open = makeProviderOrder({ id: 'PP2', status: 'approved', captures: [], customId: ID })
  provider.find.does(() => (calls.at(-1) === 'find PP2' ? open : atEcpay('completed')))
  for (const minutes of [42, 43, 50]) await sweepAt(minutes)
  assert.deepEqual(
    [order().status, order().payment?.review, captures(), paidMails().length],
    ['已付款', undefined, [], 1],
  )
})
