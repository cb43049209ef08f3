import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  at,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeOrder,
  makeProviderOrder,
  minute,
  NUMBER,
  settleAs,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { settlePaid, sweepPayments } = await import('#lib/payment/sweep-payments.ts')

const DAY = 24 * 60

/** Sweeps so many minutes after the order was placed. */
const sweepAt = (now: number) => {
  setClock(now)
  return sweepPayments(minute(now))
}
const due = (order: Order, urgent = false) =>
  keep({ ...order, check: { at: at(2), urgent, looks: 0 } })
const linePay = (number = 1) =>
  makeAttempt({ number, provider: 'line-pay', method: 'line-pay', reference: `T${number}` })
const paidAtLinePay = (id: string): Order => {
  const order = settleAs(
    capturing(withAttempts(linePay()), 2, { reference: 'T1' }),
    capturedVerdict(),
    { reference: 'T1' },
  )
  return due({ ...order, id })
}
const linePayRecord = (refunded = 0) =>
  makeProviderOrder({
    id: 'T1',
    invoiceId: `${NUMBER}-1`,
    customId: undefined,
    captures: [
      makeCapture({
        invoiceId: `${NUMBER}-1`,
        customId: undefined,
        status: refunded === 0 ? 'completed' : 'partly-refunded',
      }),
    ],
    refunds: refunded === 0 ? [] : [{ id: 'R1', amount: refunded, at: at(20) }],
  })

beforeEach(newWorld)

test('paid orders of a provider that announces no refunds are read together, and what went back is recorded', async () => {
  keep(paidAtLinePay('doc-1'))
  provider.findPaid.says([linePayRecord(80)])
  assert.deepEqual(await sweepAt(30), { looked: 1, moved: 1, failed: 0, unreadable: 0 })
  assert.deepEqual(calls, ['find paid T1'])
  assert.equal(storedOrder().payment?.refundedAmount, 80)
})

test('a paid order without news is read again a day later', async () => {
  paidAtLinePay('doc-1')
  provider.findPaid.says([linePayRecord()])
  assert.equal((await sweepAt(30)).moved, 0)
  assert.deepEqual(storedOrder().check, { at: at(30 + DAY), urgent: false, looks: 1 })
})

test('a paid order that the provider leaves out of its answer stays as it is', async () => {
  const order = paidAtLinePay('doc-1')
  provider.findPaid.says([])
  await sweepAt(30)
  assert.deepEqual(storedOrder().payment, order.payment)
})

test('a paid order is not watched for ever', async () => {
  paidAtLinePay('doc-1')
  assert.equal((await sweepAt(366 * DAY)).moved, 1)
  assert.deepEqual([calls, storedOrder().check], [[], undefined])
})

test('an order that changed while the paid ones were read is not ended by mistake', async () => {
  const order = paidAtLinePay('doc-1')
  await settlePaid([{ ...order, createdAt: at(-366 * DAY) }], { now: minute(30), by: 'sweep' })
  assert.deepEqual(storedOrder(), order)
})

test('paid orders that cannot be read back are put off one by one and fail no other', async () => {
  paidAtLinePay('doc-1')
  provider.findPaid.fails('unknown')
  due({ ...makeOrder(), id: 'other' })
  assert.deepEqual(await sweepAt(30), { looked: 2, moved: 0, failed: 1, unreadable: 0 })
  assert.deepEqual(storedOrder().check, { at: at(30 + DAY), urgent: false, looks: 1 })
})

test('at most a hundred paid orders are read in one request', async () => {
  for (let index = 0; index < 50; index += 1) paidAtLinePay(`doc-${index}`)
  provider.findPaid.says([])
  setClock(30)
  const orders = [...world.orders.values()]
  for (const [all, read] of [
    [[...orders, ...orders], [100]],
    [
      [...orders, ...orders, ...orders],
      [100, 50],
    ],
  ] as const) {
    calls.length = 0
    assert.equal((await settlePaid(all, { now: minute(30), by: 'sweep' })).length, all.length)
    assert.deepEqual(
      calls.map((call) => call.split(',').length),
      read,
    )
  }
})

test('an order whose refund is under way is asked about by itself, and not among the paid ones', async () => {
  const order = paidAtLinePay('doc-1')
  const sent = {
    number: 1,
    amount: 80,
    reason: '瑕疵',
    idempotencyKey: 'x',
    who: '林店主',
    at: at(20),
  }
  const refundRequests = [{ ...sent, state: 'sending' as const, sentAt: at(20) }]
  assert.ok(order.payment)
  due({ ...order, payment: { ...order.payment, refundRequests } })
  provider.find.says(linePayRecord())
  await sweepAt(30)
  assert.deepEqual(calls, ['find T1'])
  assert.equal(storedOrder().payment?.refundRequests?.[0]?.unchangedAt, at(30))
})

test('a paid order of which a number at another provider is asked about is watched for refunds all the same', async () => {
  const order = paidAtLinePay('doc-1')
  const closed = makeAttempt({
    number: 2,
    provider: 'ecpay',
    method: 'ecpay-card',
    reference: 'EC2',
    state: 'closed',
  })
  assert.ok(order.payment)
  const attempts = [...order.payment.attempts, closed]
  due({ ...order, payment: { ...order.payment, attempts } })
  provider.find.says(undefined, linePayRecord(80))
  await sweepAt(DAY)
  assert.deepEqual(calls, ['find EC2', 'find T1'])
  assert.equal(storedOrder().payment?.refundedAmount, 80)
})
