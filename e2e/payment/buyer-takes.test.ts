import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { notePaidNotice } from '#lib/payment/close-overdue.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  makeAttempt,
  makeCapture,
  makeOrder,
  makeProviderOrder,
  minute,
  NUMBER,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { Attempt } from '#lib/payment/payment.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import { calls, problem, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { startPayment } = await import('#lib/payment/start-payment.ts')
const { capturePayment } = await import('#lib/payment/capture-payment.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')
const { receiveWebhook } = await import('#lib/payment/receive-webhook.ts')
const { leaveOrReturn } = await import('#lib/payment/settle-on-view.ts')
const { cancelOrder } = await import('#lib/order/cancel-order.ts')
const { refundOrder } = await import('#lib/owner/refund-order.ts')
const { completeManualRefund, withdrawManualRefund } =
  await import('#lib/owner/complete-manual-refund.ts')
const { refundReview } = await import('#lib/owner/refund-review.ts')

const ID = 'doc-1-0123456789-0123456'
const HOUR = 60

/** The last look at a card's number, in minutes from its start. */
const END = 90 * 24 * HOUR

/** An attempt at a provider where the buyer moves the money; nobody has brought its number there. */
const own = (overrides: Partial<Attempt> = {}) =>
  makeAttempt({ provider: 'ecpay', method: 'ecpay-card', reference: 'EC1', ...overrides })
const known = (overrides: Partial<ProviderOrder> = {}): ProviderOrder => ({
  id: 'EC1',
  status: 'open',
  amount: TOTAL,
  currency: 'TWD',
  invoiceId: `${NUMBER}-1`,
  captures: [],
  refunds: [],
  ...overrides,
})
const paid = known({
  status: 'completed',
  captures: [makeCapture({ id: '2611', customId: ID, invoiceId: `${NUMBER}-1` })],
})
const declined = known({
  status: 'void',
  captures: [
    makeCapture({
      id: '2611',
      status: 'declined',
      customId: ID,
      reason: 'ECPAY_10200095',
      invoiceId: `${NUMBER}-1`,
    }),
  ],
})
const stored = (order: Order = withAttempts(own())) => keep({ ...order, id: ID })
const order = () => storedOrder(ID)
const start = (method: 'ecpay-card' | 'paypal' = 'ecpay-card') => startPayment(order(), method)
const sweepAt = (minutes: number) => {
  setClock(minutes)
  return sweepPayments(minute(minutes))
}
const due = (one: Order, time = 2) =>
  stored({ ...one, check: { at: at(time), urgent: false, looks: 0 } })
const push = (id = 'ecpay-1', isPaidNotice = true, reference = 'EC1') => {
  provider.message.says({
    provider: 'ecpay',
    id,
    type: 'card 1',
    reference,
    orderDocument: ID,
    isPaidNotice,
  })
  return receiveWebhook('ecpay', new Headers(), new Uint8Array(), minute(5))
}
const types = () => order().history.map(({ type }) => type)

beforeEach(newWorld)

test('a number that the provider does not know is one that the buyer has not brought there: it stays open for an hour', async () => {
  due(withAttempts(own()))
  provider.find.says(undefined)
  for (const minutes of [5, 20, 40, 59]) {
    await sweepAt(minutes)
    due(order(), minutes)
    assert.equal(attemptOf(order()).state, 'open', `${minutes}`)
    assert.equal(attemptOf(order()).missingAt, undefined)
  }
  await sweepAt(62)
  due(order(), 62)
  await sweepAt(65)
  assert.equal(attemptOf(order()).state, 'closed')
})

test('a number that was brought there is noted, and never handed out again', async () => {
  stored(makeOrder())
  provider.create.says({ id: 'EC1', approveAt: 'https://shop.example/checkout/ecpay/x' })
  await start()
  provider.find.says(undefined)
  setClock(10)
  const again = await start()
  assert.ok(again.ok && again.data.reference === 'EC1')
  provider.find.says(known())
  provider.create.says({ id: 'EC2', approveAt: 'https://shop.example/checkout/ecpay/y' })
  const other = await start()
  assert.ok(other.ok && other.data.reference === 'EC2')
  assert.equal(attemptOf(order()).postedAt, at(10))
})

test('after half an hour the page makes no form for a number, and the next press begins another', async () => {
  stored()
  provider.find.says(undefined)
  setClock(32)
  provider.create.says({ id: 'EC2', approveAt: 'https://shop.example/checkout/ecpay/y' })
  assert.equal((await leaveOrReturn(ID, 'EC1')).form, undefined)
  const answer = await start()
  assert.ok(answer.ok && answer.data.reference === 'EC2')
})

test('the page that leads there makes its form until a browser brought the number there; then it says how the payment stands', async () => {
  stored()
  provider.find.says(undefined)
  const first = await leaveOrReturn(ID, 'EC1')
  assert.deepEqual(first.form?.fields, { reference: 'EC1' })
  provider.find.says(known())
  const back = await leaveOrReturn(ID, 'EC1')
  assert.deepEqual([back.form, back.returned?.status], [undefined, 'open'])
  provider.find.says(paid)
  const done = await leaveOrReturn(ID, 'EC1')
  assert.deepEqual([done.form, done.returned?.status], [undefined, 'paid'])
  assert.deepEqual(await leaveOrReturn(ID, 'EC9'), {})
})

test('who comes back a moment after the form was made is not led away again, and nobody is asked', async () => {
  stored()
  world.goodAnswers.add('EC1')
  assert.ok((await leaveOrReturn(ID, 'EC1')).form)
  world.formsOut.add('EC1')
  const back = await leaveOrReturn(ID, 'EC1')
  assert.deepEqual([back.form, back.returned?.status], [undefined, 'open'])
})

test('without an answer the form is made all the same, for the provider takes a number once', async () => {
  stored()
  provider.find.fails('unknown')
  assert.ok((await leaveOrReturn(ID, 'EC1')).form)
})

test('a push is a hint: the order is paid by what reading back shows, once, however often it comes', async () => {
  stored()
  provider.find.says(paid)
  for (const id of ['a', 'a', 'b', 'c', 'd']) assert.equal(await push(id), 'settled')
  assert.equal(await push('late-failure', false), 'settled')
  assert.equal(order().status, '已付款')
  assert.equal(types().filter((type) => type === 'order.paid').length, 1)
})

test('a push that reading back does not bear out locks the order, and asks again until it does', async () => {
  stored()
  provider.find.says(known())
  await push()
  assert.equal(attemptOf(order()).state, 'capturing')
  assert.deepEqual(await start('paypal'), { ok: false, code: 'confirming' })
  assert.equal(order().check?.urgent, true)
  due(order(), 30)
  await sweepAt(30)
  assert.equal(attemptOf(order()).state, 'capturing')
  provider.find.says(paid)
  due(order(), 31)
  await sweepAt(31)
  assert.equal(order().status, '已付款')
})

test('a push that was answered by nothing is stored all the same', async () => {
  stored()
  provider.find.fails('unknown')
  assert.equal(await push(), 'settled')
  assert.equal(attemptOf(order()).state, 'capturing')
})

for (const [what, answer] of [
  ['not paid', known()],
  ['failed', declined],
  ['unknown', undefined],
] as const) {
  test(`a word of money that reading back calls ${what} for forty minutes is a person's to decide`, async () => {
    stored(afterChange(withAttempts(own()), notePaidNotice(withAttempts(own()), 'EC1', after(5))))
    provider.find.says(answer)
    due(order(), 45)
    await sweepAt(45)
    assert.equal(order().payment?.review, undefined)
    due(order(), 46)
    await sweepAt(46)
    assert.equal(order().payment?.review?.reason, 'completed-without-capture')
  })
}

test('a card that was refused ends its attempt with the reason', async () => {
  stored()
  provider.find.says(declined)
  assert.equal(await push('a', false), 'settled')
  assert.deepEqual(
    [attemptOf(order()).state, attemptOf(order()).reason, order().payment?.state],
    ['closed', 'ECPAY_10200095', 'declined'],
  )
})

test('numbers are asked about ever more rarely, of cancelled orders too, and money that came is found', async () => {
  stored()
  provider.find.says(known())
  const context = { now: minute(3), by: 'member' } as const
  assert.ok((await cancelOrder(order(), 'by-member', context)).ok)
  assert.equal(order().check?.at, at(1 + 2 * HOUR))
  await sweepAt(1 + 2 * HOUR)
  assert.equal(order().check?.at, at(1 + 24 * HOUR))
  provider.find.says(paid)
  await sweepAt(1 + 24 * HOUR)
  assert.equal(order().payment?.review?.reason, 'paid-after-cancel')
})

test('a card that is paid weeks later and whose notice is lost is found until ECPay drops it after 90 days', async () => {
  stored()
  provider.find.says(known())
  assert.ok((await cancelOrder(order(), 'by-member', { now: minute(3), by: 'member' })).ok)
  const looks: number[] = []
  while (order().check) {
    const time = (Date.parse(order().check?.at ?? '') - minute(0).getTime()) / 60_000
    looks.push((time - 1) / (24 * HOUR))
    if (looks.at(-1) === 90) provider.find.says(paid)
    await sweepAt(time)
  }
  assert.deepEqual(looks.slice(-6), [1, 3, 7, 21, 45, 90])
  assert.equal(order().payment?.review?.reason, 'paid-after-cancel')
})

test('after 90 days a number is asked about no more', async () => {
  stored(withAttempts(own({ state: 'closed', reason: 'not-approved-in-time' })))
  provider.find.says(known())
  stored({
    ...order(),
    status: '已取消',
    check: { at: at(1 + END), urgent: false, looks: 6 },
  })
  // That a browser had brought it there is news, after which it is looked at once more.
  await sweepAt(2 + END)
  provider.find.fails('unknown')
  await sweepAt(3 + END)
  provider.find.says(known())
  await sweepAt(4 + END)
  await sweepAt(END + 24 * HOUR)
  // A look that the provider does not answer is made again.
  assert.deepEqual(calls, ['find EC1', 'find EC1', 'find EC1'])
  assert.equal(order().check, undefined)
})

test('a change of the order while a look is due does not lose the look', async () => {
  const closed = withAttempts(own({ state: 'closed' }), makeAttempt({ number: 2 }))
  stored({ ...closed, check: { at: at(1 + 2 * HOUR), urgent: false, looks: 1 } })
  setClock(1 + 25 * HOUR)
  provider.find.says(makeProviderOrder({ status: 'open', captures: [] }))
  provider.create.says({ id: 'PP3' })
  await start('paypal')
  assert.ok((order().check?.at ?? '') <= at(1 + 25 * HOUR))
})

/** An order with a number of the buyer's there, and an approved payment at another provider. */
const both = (state: Attempt['state'] = 'open') =>
  stored(withAttempts(own({ state }), makeAttempt({ number: 2, reference: 'PP2' })))
const approved = makeProviderOrder({ id: 'PP2', status: 'approved', captures: [], customId: ID })

for (const state of ['open', 'closed'] as const) {
  test(`nothing is captured elsewhere while a number that is ${state} here was paid`, async () => {
    both(state)
    provider.find.says(paid)
    const after = await capturePayment(order(), 'PP2', 0)
    assert.equal(after.status, '已付款')
    assert.deepEqual(calls, ['find EC1'])
    assert.equal(attemptOf(order(), 1).state, 'captured')
  })
}

test('nothing is captured elsewhere until the provider answers about its numbers: the payment is being confirmed', async () => {
  both()
  provider.find.fails('unknown')
  const waiting = await capturePayment(order(), 'PP2', 0)
  assert.equal(attemptOf(waiting, 2).state, 'capturing')
  assert.deepEqual(calls, ['find EC1'])
  provider.find.says(
    approved,
    known(),
    makeProviderOrder({ id: 'PP2', customId: ID, captures: [makeCapture({ customId: ID })] }),
  )
  provider.capture.says(undefined)
  due(order(), 20)
  await sweepAt(20)
  assert.equal(order().status, '已付款')
  assert.ok(calls.includes(`capture PP2 ${TOTAL} capture:PP2:1`))
})

test('two numbers of one order that were both paid: one pays it, the other is a review', async () => {
  stored(withAttempts(own(), own({ number: 2, reference: 'EC2' })))
  provider.find.says(paid)
  await push()
  const second = {
    ...paid,
    id: 'EC2',
    captures: [makeCapture({ id: '2612', customId: ID, invoiceId: `${NUMBER}-2` })],
  }
  provider.find.says(second)
  await push('x', true, 'EC2')
  assert.equal(order().status, '已付款')
  assert.equal(order().payment?.review?.reason, 'second-capture')
})

test('a way with a limit is offered by the amount, and started by it alone', async () => {
  stored(makeOrder({ totalAmount: 200_000 }))
  assert.deepEqual(await start(), { ok: false, code: 'refused' })
  world.hasEcpay = false
  stored(makeOrder())
  assert.deepEqual(await start(), { ok: false, code: 'refused' })
})

// ── The units of a buyer who leaves for the cashier ──

const shelf = (stock: number, taken: number) => {
  world.products = [{ id: item(1).id, stock }]
  world.taken = new Map([[item(1).id, { stock: taken, preorder: 0 }]])
}
const untilOf = ({ reservation }: Order) =>
  reservation && 'until' in reservation ? reservation.until : undefined
const leaving = (overrides: Partial<Order> = {}) => {
  stored({ ...withAttempts(own()), items: [item(1)], ...overrides })
  provider.find.says(undefined)
  return leaveOrReturn(ID, 'EC1')
}

test('a buyer who leaves for the cashier keeps the units for 45 minutes', async () => {
  shelf(30, 1)
  const reservation = { until: at(10), products: [item(1).id] }
  assert.ok((await leaving({ reservation })).form)
  assert.equal(untilOf(order()), at(47))
  // Who comes back keeps them no longer for it.
  provider.find.says(known())
  setClock(20)
  assert.deepEqual((await leaveOrReturn(ID, 'EC1')).returned?.status, 'open')
  assert.equal(untilOf(order()), at(47))
})

test('units that were given back are taken again before the buyer leaves', async () => {
  shelf(30, 0)
  assert.ok((await leaving({ reservation: { reservationExpiredAt: at(1) } })).form)
  assert.equal(untilOf(order()), at(47))
})

test('where the units are gone no form leads to the cashier: nothing is paid that cannot be sent', async () => {
  shelf(5, 5)
  const { form, returned } = await leaving({ reservation: { reservationExpiredAt: at(1) } })
  assert.deepEqual([form, returned?.status], [undefined, 'out-of-stock'])
})

test('beyond the share of reservations the form is made without one, and a fourth time nothing is extended', async () => {
  shelf(2, 0)
  assert.ok((await leaving({ reservation: { reservationExpiredAt: at(1) } })).form)
  assert.equal(untilOf(order()), undefined)
  shelf(30, 1)
  const extended = newEvent('reservation.extended', { until: at(9), products: ['a'] }, after(1))
  const history = [extended, extended, extended]
  const reservation = { until: at(10), products: [item(1).id] }
  assert.ok((await leaving({ reservation, history })).form)
  assert.equal(untilOf(order()), at(10))
})

// ── Refunds that only the owner can make ──

/** A stored order that was paid there, twenty minutes after it was placed. */
async function paidThere(): Promise<void> {
  stored()
  provider.find.says(paid)
  await push()
  setClock(20)
  calls.length = 0
}
const context = (minutes: number) => ({ by: '林店主', at: minute(minutes) })
const refund = (amount: number | 'rest' = 500, key = 'press-1') =>
  refundOrder({ orderId: ID, amount, reason: '瑕疵', key, context: context(20) })
const owed = () => order().payment?.refundRequests?.filter(({ state }) => state === 'by-hand') ?? []
const withdraw = (reason: string) =>
  withdrawManualRefund({ orderId: ID, number: 1, reason, context: context(30) })
const note = (number: number, day = '2026-11-21', minutes = 30) =>
  completeManualRefund({ orderId: ID, number, day, reference: '12345', context: context(minutes) })

test('a refund that only the owner can make is owed, is never sent, and is not done before it was noted', async () => {
  await paidThere()
  const answer = await refund()
  assert.ok(answer.ok)
  assert.deepEqual([answer.data.refund.state, order().payment?.refundedAmount], ['by-hand', 0])
  assert.ok(!calls.some((call) => call.startsWith('refund')))
  assert.equal(order().check?.urgent ?? false, false)
  const too = await refund(TOTAL, 'press-2')
  assert.deepEqual([too.ok, !too.ok && too.code], [false, 'too-much'])
  const noted = await note(1)
  assert.ok(noted.ok)
  assert.deepEqual(
    [order().payment?.refundedAmount, order().payment?.state],
    [500, 'partly-refunded'],
  )
  assert.equal(order().payment?.refunds[0]?.at, minute(30).toISOString())
})

test('a refund by hand stands after the provider is asked again, which knows nothing of it', async () => {
  await paidThere()
  await refund('rest')
  await note(1)
  await push('again')
  assert.deepEqual([order().payment?.refundedAmount, order().payment?.state], [TOTAL, 'refunded'])
})

test('a refund by hand is noted once, on a day from its payment on that has come', async () => {
  await paidThere()
  await refund()
  for (const [day, code] of [
    ['2026-11-22', 'day-to-come'],
    ['2026-11-20', 'day-before-payment'],
    ['2025-11-21', 'day-before-payment'],
    ['gestern', 'not-a-day'],
  ] as const) {
    const answer = await note(1, day)
    assert.equal(!answer.ok && answer.code, code)
  }
  assert.ok((await note(1, '2026-11-22', 14 * 60)).ok)
  const again = await note(1)
  assert.equal(!again.ok && again.code, 'no-such-refund')
  assert.equal(order().payment?.refundedAmount, 500)
})

test('a refund by hand that is taken back frees its amount', async () => {
  await paidThere()
  await refund('rest')
  assert.equal((await withdraw(' ')).ok, false)
  assert.ok((await withdraw('買家保留')).ok)
  assert.deepEqual([owed().length, order().payment?.refundedAmount], [0, 0])
  assert.ok((await refund('rest', 'press-2')).ok)
})

test('money of a review goes back by hand, and the review ends when that was noted', async () => {
  stored(withAttempts(own()))
  provider.find.says(known())
  await cancelOrder(order(), 'by-member', { now: minute(3), by: 'member' })
  provider.find.says(paid)
  await push()
  assert.equal(order().payment?.review?.reason, 'paid-after-cancel')
  setClock(20)
  const answer = await refundReview({
    orderId: ID,
    capture: 'all',
    reason: '已取消',
    key: 'k',
    context: context(20),
  })
  assert.deepEqual(answer, { ok: true, data: { amount: TOTAL, state: 'by-hand' } })
  assert.ok(order().payment?.review)
  const ended = await note(1)
  assert.ok(ended.ok)
  assert.deepEqual([order().payment?.review, order().payment?.state], [undefined, 'refunded'])
})

const told = () => types().filter((type) => type === 'refund.owner-reminded').length

for (const [where, prepare] of [
  ['a paid order', () => paidThere()],
  [
    'a review',
    async () => {
      stored(withAttempts(own()))
      provider.find.says(known())
      await cancelOrder(order(), 'by-member', { now: minute(3), by: 'member' })
      provider.find.says(paid)
      await push()
      setClock(20)
    },
  ],
] as const) {
  test(`the owner is notified of a refund of ${where} that is owed for 7, 12 and 15 days, once each, and no more`, async () => {
    await prepare()
    const inReview = order().payment?.review !== undefined
    const asked = inReview
      ? await refundReview({
          orderId: ID,
          capture: 'all',
          reason: 'x',
          key: 'k',
          context: context(20),
        })
      : await refund('rest')
    assert.ok(asked.ok)
    const counts: number[] = []
    for (const days of [6, 7, 8, 12, 14, 15, 16, 30]) {
      const { check } = order()
      if (check) keep({ ...order(), check: { ...check, at: at(20) } })
      await sweepAt(21 + days * 24 * HOUR)
      counts.push(told())
    }
    assert.deepEqual(counts, [0, 1, 1, 2, 2, 3, 3, 3])
    assert.equal(order().check, undefined)
  })
}

test('a look that finds the provider shut out changes nothing', async () => {
  due(withAttempts(own()))
  provider.find.fails(problem('unknown', 'SHUT_OUT'))
  assert.equal((await sweepAt(10)).failed, 1)
  assert.equal(attemptOf(order()).state, 'open')
})
