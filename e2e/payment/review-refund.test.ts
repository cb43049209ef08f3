import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'

import type { PaypalTransaction } from '#lib/ledger/disagreements.ts'
import type { Order } from '#lib/order/order.ts'
import { ship } from '#lib/order/ship-order.ts'
import {
  after,
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
import { nextCheck } from '#lib/payment/payment-checks.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { calls, problem, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { findReviews } = await import('#lib/owner/find-reviews.ts')
const { refundReview } = await import('#lib/owner/refund-review.ts')
const { paidBy, shownAfter } = await import('./refunds.ts')
const { resolveReview } = await import('#lib/owner/resolve-review.ts')
const { refundOrder } = await import('#lib/owner/refund-order.ts')
const { finishPayment } = await import('#lib/payment/capture-payment.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')

const FIRST = `refund C1 ${TOTAL} refund:doc-1:1 ${NUMBER}-R1`
const refundsSent = () => calls.filter((call) => call.startsWith('refund'))

/** The captures that the provider has given back. */
const back = new Set<string>()

function answerAbout(name: 'paypal' | 'line-pay', number: string): ProviderOrder {
  const id = `C${number}`
  const status = back.has(id) ? ('refunded' as const) : ('completed' as const)
  const invoiceId = name === 'line-pay' ? `${NUMBER}-${number}` : NUMBER
  const refund = { id: `R${number}`, amount: TOTAL, at: minute(21).toISOString() }
  return makeProviderOrder({
    id: `PP${number}`,
    invoiceId,
    captures: [makeCapture({ id, status, invoiceId })],
    refunds: back.has(id) ? [refund] : [],
  })
}

/** An order that was paid twice, under review, twenty minutes after it was placed. */
function paidTwice(name: 'paypal' | 'line-pay' = 'paypal'): Order {
  setClock(20)
  const attempt = (number: number) =>
    makeAttempt({
      number,
      provider: name,
      method: name,
      state: 'captured',
      captureId: `C${number}`,
    })
  const review = { reason: 'second-capture' as const, at: minute(5).toISOString() }
  const payment = makePayment([attempt(1), attempt(2)], { captureId: 'C1', review })
  provider.find.does(() => answerAbout(name, calls.at(-1)?.slice(-1) ?? ''))
  return keep(makeOrder({ payment }))
}

const gives = (id: string) =>
  provider.refund.does(() => {
    back.add(id)
  })

const press = (capture: string, key = `press-${capture}`, left?: number) =>
  refundReview({
    orderId: 'doc-1',
    capture,
    key,
    left,
    reason: '重複付款',
    context: { by: '林店主', at: minute(20) },
  })

const end = (as: 'paid' | 'refunded') =>
  resolveReview({
    orderId: 'doc-1',
    end: as,
    reason: '看過了',
    context: { by: '陳店主', at: minute(20) },
  })

const sweepAt = async (now: number) => {
  setClock(now)
  const order = storedOrder()
  keep({ ...order, check: { at: minute(now).toISOString(), urgent: true, looks: 0 } })
  await sweepPayments(minute(now))
}

const requests = () =>
  storedOrder().payment?.refundRequests?.map(({ capture, state }) => [capture?.captureRef, state])

beforeEach(() => {
  newWorld()
  back.clear()
})

for (const name of ['paypal', 'line-pay'] as const) {
  test(`one capture of a review at ${name} goes back, and the other pays the order`, async () => {
    paidTwice(name)
    provider.refund.does(() => {
      assert.deepEqual(requests(), [['C1', 'sending']])
      back.add('C1')
    })
    assert.deepEqual(await press('C1'), { ok: true, data: { amount: TOTAL, state: 'done' } })
    assert.equal(storedOrder().status, '已付款')
    assert.deepEqual(
      [storedOrder().payment?.captureId, storedOrder().payment?.refundedAmount],
      ['C2', 0],
    )
    assert.deepEqual(refundsSent(), [FIRST])
  })

  test(`while a refund of a review is on its way at ${name}, another owner ends nothing and gives nothing back`, async () => {
    paidTwice(name)
    provider.refund.does(async () => {
      for (const other of [
        () => end('paid'),
        () => end('refunded'),
        () => press('C2'),
        () => press('all', 'press-3'),
      ]) {
        provider.refund.fails('unknown')
        assert.deepEqual(await other(), { ok: false, code: 'refund-under-way' })
        provider.refund.clear()
      }
      provider.refund.fails('unknown')
      const rest = { amount: 'rest', key: 'press-4', reason: '瑕疵' } as const
      const answer = await refundOrder({
        orderId: 'doc-1',
        ...rest,
        context: { by: '陳店主', at: minute(20) },
      })
      assert.deepEqual(answer, { ok: false, code: 'in-review' })
      assert.equal(ship(storedOrder(), { carrier: 'x', trackingNumber: '1' }, after(20)).ok, false)
      back.add('C1')
    })
    assert.equal((await press('C1')).ok, true)
    assert.deepEqual(requests(), [['C1', 'done']])
    assert.equal(storedOrder().status, '已付款')
  })

  test(`a refund of a review that ${name} makes later is finished and the review ended by the sweep`, async () => {
    paidTwice(name)
    provider.refund.fails('unknown', 'unknown')
    const all = 2 * TOTAL
    assert.deepEqual(await press('all'), { ok: true, data: { amount: all, state: 'sending' } })
    assert.deepEqual(await end('paid'), { ok: false, code: 'refund-under-way' })
    back.add('C1').add('C2')
    await sweepAt(21)
    const { payment, status } = storedOrder()
    assert.deepEqual([payment?.state, payment?.review, status], ['refunded', undefined, '待付款'])
    assert.equal(refundsSent().length, 2)
  })
}

test('a second look that finds the refund of a review done ends the review as its owner said', async () => {
  paidTwice('line-pay')
  provider.refund.fails('unknown')
  assert.deepEqual(await press('C1'), { ok: true, data: { amount: TOTAL, state: 'sending' } })
  assert.notEqual(nextCheck(storedOrder(), minute(20), 0), null)
  back.add('C1')
  await sweepAt(21)
  assert.equal(storedOrder().payment?.review, undefined)
  assert.ok(!world.logged.includes('review-open'))
  assert.deepEqual([storedOrder().status, storedOrder().payment?.captureId], ['已付款', 'C2'])
  assert.partialDeepStrictEqual(
    storedOrder().history.find(({ type }) => type === 'review.closed'),
    { by: 'sweep', who: '林店主', note: '重複付款', data: { end: 'paid' } },
  )
  assert.deepEqual(refundsSent(), [FIRST])
})

test('without keys a refund of a review is sent again only two minutes after a look that found none of it', async () => {
  paidTwice('line-pay')
  provider.refund.fails('unknown')
  await press('C1')
  await sweepAt(21)
  await sweepAt(22.9)
  assert.equal(refundsSent().length, 1)
  gives('C1')
  await sweepAt(23)
  assert.deepEqual(refundsSent(), [FIRST, FIRST])
  assert.equal(storedOrder().status, '已付款')
})

test('a review ends when an event told of its refund and the process that sent it died', async () => {
  paidTwice()
  provider.refund.fails('unknown')
  await press('C1')
  back.add('C1')
  await finishPayment(storedOrder(), 'PP1', 'provider')
  assert.deepEqual(requests(), [['C1', 'done']])
  const next = nextCheck(storedOrder(), minute(21), 0)
  assert.equal(next?.urgent, true)
  assert.equal(nextCheck(storedOrder(), minute(21), 8), null)
  await sweepAt(22)
  assert.equal(storedOrder().status, '已付款')
})

test('one press on a review refunds once, however often it is sent', async () => {
  paidTwice()
  gives('C1')
  const first = await press('C1')
  const again = await press('C1')
  assert.deepEqual(again, first)
  assert.equal(refundsSent().length, 1)
})

test('a press that saw other money than there is now gives nothing back', async () => {
  paidTwice()
  back.add('C2')
  const answer = await press('C1', 'press-1', 2 * TOTAL)
  assert.deepEqual(answer, {
    ok: false,
    code: 'changed-meanwhile',
    detail: '現在還有 NT$3,080 未退回。',
  })
  assert.deepEqual(refundsSent(), [])
})

test('a refund that the provider refuses leaves the order under review, and its owner is notified', async () => {
  paidTwice()
  provider.refund.fails(problem('refused', 'REFUND_TIME_LIMIT_EXCEEDED'))
  assert.deepEqual(await press('C1'), { ok: false, code: 'too-long-ago' })
  assert.notEqual(storedOrder().payment?.review, undefined)
  gives('C1')
  assert.equal((await press('C1')).ok, true)
  assert.equal(storedOrder().status, '已付款')
})

test('a review does not end by what was seen before a refund of it', async () => {
  paidTwice()
  back.add('C2')
  // Between the look at the provider and the end of the review, another owner gives the rest back.
  let isMeanwhile = true
  provider.find.does(async () => {
    const answer = answerAbout('paypal', calls.at(-1)?.slice(-1) ?? '')
    if (isMeanwhile && answer.id === 'PP2') {
      isMeanwhile = false
      gives('C1')
      await press('C1')
    }
    return answer
  })
  const answer = await end('paid')
  assert.equal(answer.ok, false)
  assert.equal(storedOrder().payment?.state, 'refunded')
})

test('a refund of an order that came under review meanwhile is settled there, and the review ends after it', async () => {
  const order = paidTwice()
  const asked = {
    number: 1,
    amount: 80,
    reason: '瑕疵',
    idempotencyKey: 'press-0',
    who: '林店主',
    state: 'sending' as const,
    at: minute(4).toISOString(),
  }
  const { payment } = order
  assert.ok(payment)
  keep({ ...order, payment: { ...payment, refundRequests: [asked] } })
  const capture = makeCapture({ status: 'partly-refunded' })
  const other = { id: 'R0', amount: 40, at: minute(4).toISOString() }
  const refund = { id: 'R1', amount: 80, at: minute(5).toISOString(), key: 'refund:doc-1:1' }
  back.add('C2')
  let refunds = [other]
  provider.refund.fails('unknown')
  provider.find.does(() =>
    calls.at(-1)?.endsWith('PP1') === true
      ? makeProviderOrder({ captures: [capture], refunds })
      : answerAbout('paypal', '2'),
  )
  // Somebody else's refund is none of ours.
  await sweepAt(20)
  assert.deepEqual(await end('paid'), { ok: false, code: 'refund-under-way' })
  refunds = [other, { ...other, ...refund }]
  await sweepAt(21)
  assert.equal((await end('paid')).ok, true)
  assert.deepEqual([storedOrder().status, storedOrder().payment?.refundedAmount], ['已付款', 120])
})

const booking = (overrides: Partial<PaypalTransaction> = {}): PaypalTransaction => ({
  id: 'C1',
  kind: 'payment',
  status: 'S',
  amount: TOTAL,
  captureId: 'C1',
  invoiceId: NUMBER,
  currency: 'TWD',
  at: at(2),
  ...overrides,
})
/** The end of a review of money that the provider shows nowhere, so long after the last news. */
const endUnseen = async (minutes: number, transactions: readonly PaypalTransaction[]) => {
  setClock(20)
  const attempt = makeAttempt({ state: 'open' })
  const review = { reason: 'amount' as const, at: at(5) }
  keep(makeOrder({ payment: makePayment([attempt], { review }) }))
  provider.find.says(undefined)
  world.transactions = transactions
  const answer = await resolveReview({
    orderId: 'doc-1',
    end: 'expired',
    reason: '看過了',
    context: { by: '陳店主', at: minute(minutes) },
  })
  return answer.ok ? 'ended' : answer.code
}

describe('a review that its books decide', () => {
  test('waits until they have what was booked before', async () => {
    const { changedAt } = makePayment([])
    const since = (Date.parse(changedAt) - minute(0).getTime()) / 60_000
    assert.equal(await endUnseen(since + 180 - 1, []), 'books-behind')
    assert.equal(await endUnseen(since + 180, []), 'ended')
  })

  test('is no end while they have money of the order that nobody gave back', async () => {
    const unclear = booking({ id: 'R1', kind: 'refund', amount: Number.NaN })
    const other = booking({ captureId: 'C9', invoiceId: 'Order2026112110-0009' })
    assert.equal(await endUnseen(600, [booking()]), 'booked')
    assert.equal(await endUnseen(600, [unclear]), 'booked')
    assert.equal(await endUnseen(600, [other]), 'ended')
  })
})

test('an order that is not there has no review to end and no money to give back', async () => {
  const unknown = { ok: false, code: 'unknown-order' }
  const one = { orderId: 'x', reason: '看過了', context: { by: '陳店主', at: minute(20) } }
  assert.deepEqual(await resolveReview({ ...one, end: 'paid' }), unknown)
  assert.deepEqual(await refundReview({ ...one, capture: 'C1', key: 'k' }), unknown)
  assert.deepEqual(await refundOrder({ ...one, amount: 'rest', key: 'k' }), unknown)
})

test("the owner's reviews and disputes are each listed once, the oldest first, with what the provider holds", async () => {
  paidTwice()
  const first = storedOrder()
  const { payment } = first
  assert.ok(payment)
  const both = { ...payment, disputed: true }
  keep({ ...first, createdAt: at(2), payment: both })
  keep({ ...first, id: 'doc-2', createdAt: at(1) })
  keep({ ...makeOrder(), id: 'doc-3' })
  const reviews = await findReviews()
  assert.deepEqual(
    reviews.map(({ order, captures }) => [order.id, captures.map(({ id }) => id)]),
    [
      ['doc-2', ['C1', 'C2']],
      ['doc-1', ['C1', 'C2']],
    ],
  )
})

const pressRefund = (left?: number) =>
  refundOrder({
    orderId: 'doc-1',
    amount: 500,
    reason: '瑕疵',
    key: 'press-2',
    left,
    context: { by: '林店主', at: minute(20) },
  })

test('who gave back what is left meanwhile is said beside the refusal', async () => {
  paidTwice()
  const answer = await press('C1', 'press-1', TOTAL)
  assert.deepEqual(answer, {
    ok: false,
    code: 'changed-meanwhile',
    detail: `現在還有 ${formatPrice(2 * TOTAL)} 未退回。`,
  })
  paidBy('paypal')
  provider.find.says(shownAfter())
  const refused = await pressRefund(100)
  assert.equal(refused.ok, false)
  assert.match(refused.detail ?? '', /現在最多可退/)
})

test('a review that its money does not end after its refund is no success', async () => {
  paidTwice()
  provider.refund.does(() => {
    back.add('C1')
    const pending = makeProviderOrder({
      id: 'PP2',
      captures: [makeCapture({ id: 'C2', status: 'pending' })],
    })
    provider.find.does(() => (calls.at(-1)?.endsWith('2') ? pending : answerAbout('paypal', '1')))
  })
  const answer = await press('C1')
  assert.equal(answer.ok, false)
  assert.notEqual(storedOrder().payment?.review, undefined)
})

test('a review that its refund does not end is looked at for some hours, and is then the owner’s alone', async () => {
  paidTwice()
  provider.refund.fails('unknown')
  await press('C1')
  back.add('C1')
  const capture = makeCapture({ id: 'C2', status: 'pending' })
  const pending = makeProviderOrder({ id: 'PP2', captures: [capture] })
  provider.find.does(() => (calls.at(-1)?.endsWith('2') ? pending : answerAbout('paypal', '1')))
  let looks = 0
  for (let { check } = storedOrder(); check && looks < 20; { check } = storedOrder()) {
    looks += 1
    mock.timers.setTime(Date.parse(check.at))
    await sweepPayments(new Date(check.at))
  }
  assert.equal(looks, 9)
  assert.equal(storedOrder().payment?.review?.reason, 'second-capture')
  assert.ok(world.logged.includes('review-open'))
})

test('a refund that was left is finished before another, and then needs no further look', async () => {
  paidBy('paypal')
  provider.find.says(shownAfter())
  provider.refund.fails('unknown')
  await pressRefund(undefined)
  calls.length = 0
  setClock(25)
  const key = 'refund:doc-1:1'
  provider.refund.does(() => {
    provider.find.says(shownAfter([500, key]))
  })
  provider.refund.does(() => {
    provider.find.says(shownAfter([500, key], [500, 'refund:doc-1:2']))
  })
  const answer = await refundOrder({
    orderId: 'doc-1',
    amount: 500,
    reason: '瑕疵',
    key: 'press-3',
    context: { by: '林店主', at: minute(25) },
  })
  assert.equal(answer.ok, true)
  assert.deepEqual(calls, [
    'find PP1',
    `refund C1 500 ${key} ${NUMBER}-R1`,
    'find PP1',
    `refund C1 500 refund:doc-1:2 ${NUMBER}-R2`,
    'find PP1',
  ])
})
