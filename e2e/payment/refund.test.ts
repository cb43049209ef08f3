import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  at,
  makeAttempt,
  makeOrder,
  makePayment,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { refuseRefund } from '#lib/payment/refund/request-refund.ts'
import { calls, problem, provider } from './script.ts'
import { changeMeanwhile, keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { KEY, paidBy, refund, request, SENT, sentRefunds, shownAfter } = await import('./refunds.ts')
const { finishRefunds, sendNewRefund } = await import('#lib/payment/refund/send-refund.ts')

beforeEach(newWorld)

test('a refund is stored, sent with its key and number, and done by what the provider then lists', async () => {
  paidBy('paypal')
  provider.refund.does(() => assert.equal(request()?.state, 'sending'))
  provider.find.says(shownAfter(), shownAfter([500, KEY]))
  const answer = await refund()
  assert.ok(answer.ok)
  assert.deepEqual(
    [answer.data.refund.state, answer.data.order.payment?.refundedAmount],
    ['done', 500],
  )
  assert.deepEqual(calls, ['find PP1', SENT, 'find PP1'])
  const { payment, history } = answer.data.order
  // It is told by its money, whose time is the provider's.
  assert.deepEqual(
    history.slice(-2).map(({ type }) => type),
    ['refund.requested', 'money.refunded'],
  )
  assert.equal(payment?.refunds[0]?.at, at(21))
})

test('one press refunds once, however often it is sent', async () => {
  paidBy('paypal')
  provider.refund.says(undefined)
  provider.find.says(shownAfter(), shownAfter([500, KEY]))
  const first = await refund()
  const again = await refund()
  assert.deepEqual([first.ok, again.ok], [true, true])
  assert.deepEqual(sentRefunds(), [SENT])
})

test('a refund of unknown outcome stays under way, and its repeat has the same key', async () => {
  paidBy('paypal')
  provider.refund.fails('unknown')
  provider.find.says(shownAfter())
  const answer = await refund()
  assert.ok(answer.ok)
  assert.equal(answer.data.refund.state, 'sending')
  provider.refund.says(undefined)
  provider.find.says(shownAfter(), shownAfter([500, KEY]))
  await finishRefunds(storedOrder(), 'sweep')
  assert.equal(request()?.state, 'done')
  assert.deepEqual(sentRefunds(), [SENT, SENT])
})

test('of an order that was not paid nothing is given back, and nobody is asked', async () => {
  keep(withAttempts(makeAttempt({ state: 'creating', reference: undefined })))
  assert.deepEqual(await refund(), { ok: false, code: 'not-paid' })
  assert.deepEqual(calls, [])
})

for (const [kind, issue, code] of [
  ['refused', 'REFUND_TIME_LIMIT_EXCEEDED', 'too-long-ago'],
  ['final', 'TRANSACTION_DISPUTED', 'disputed'],
  ['missing', 'GONE', 'refund-refused'],
] as const) {
  test(`a refund that is ${kind} gives nothing back and says why`, async () => {
    paidBy('paypal')
    provider.refund.fails(problem(kind, issue))
    provider.find.says(shownAfter())
    assert.deepEqual(await refund(), { ok: false, code })
    assert.deepEqual([request()?.state, request()?.issue], ['refused', issue])
  })
}

for (const kind of ['duplicate', 'read-back'] as const) {
  test(`an answer about another refund (${kind}) is believed only when none of ours can be on its way`, async () => {
    paidBy('paypal')
    provider.refund.fails(kind, kind, kind)
    provider.find.says(shownAfter())
    await refund()
    assert.equal(request()?.state, 'sending')
    setClock(22)
    await finishRefunds(storedOrder(), 'sweep')
    assert.equal(request()?.state, 'sending')
    setClock(22.1)
    await finishRefunds(storedOrder(), 'sweep')
    assert.equal(request()?.state, 'refused')
  })
}

test('a refund that is done is not refused by the answer to a repeat', async () => {
  paidBy('paypal')
  provider.refund.fails(problem('refused', 'CAPTURE_FULLY_REFUNDED'))
  provider.find.says(shownAfter(), shownAfter([500, KEY]))
  const answer = await refund()
  assert.ok(answer.ok)
  assert.equal(answer.data.refund.state, 'done')
})

test('a refund that the provider works on is not refused by the answer to a repeat', async () => {
  paidBy('paypal')
  provider.refund.fails(problem('refused', 'CAPTURE_FULLY_REFUNDED'))
  const pending = { ...shownAfter(), unfinished: [{ key: KEY, state: 'pending' as const }] }
  provider.find.says(shownAfter(), pending)
  const answer = await refund()
  assert.ok(answer.ok)
  assert.equal(answer.data.refund.state, 'pending')
})

test('a refund is sent again only while it is under way', async () => {
  paidBy('paypal')
  provider.refund.fails('unknown')
  provider.find.says(shownAfter())
  await refund()
  const before = storedOrder()
  assert.equal(await sendNewRefund(before, 2, 'owner'), before)
  const context = { now: new Date(), by: 'provider' } as const
  changeMeanwhile((order) => refuseRefund(order, { number: 1, issue: 'NO' }, context))
  assert.equal(await sendNewRefund(storedOrder(), 1, 'owner'), storedOrder())
  assert.equal(sentRefunds().length, 1)
})

test('a refund of an order that holds no money is not sent', async () => {
  const asked = { number: 1, amount: 80, reason: '', idempotencyKey: 'p', who: 'w', at: at(20) }
  const refundRequests = [{ ...asked, state: 'sending' as const }]
  const order = makeOrder({ payment: makePayment([makeAttempt()], { refundRequests }) })
  assert.equal(await sendNewRefund(keep(order), 1, 'owner'), order)
  assert.deepEqual(calls, [])
})

test('events at the provider are recorded before a refund is asked for', async () => {
  paidBy('paypal')
  provider.find.says(shownAfter([TOTAL - 100]))
  assert.deepEqual(await refund(), { ok: false, code: 'too-much' })
  assert.equal(storedOrder().payment?.refundedAmount, TOTAL - 100)
  assert.deepEqual(sentRefunds(), [])
})

test('a provider that does not answer after a refund leaves it to the sweep', async () => {
  paidBy('paypal')
  provider.refund.says(undefined)
  provider.find.says(shownAfter()).fails('unknown')
  const answer = await refund()
  assert.ok(answer.ok)
  assert.equal(answer.data.refund.state, 'sending')
  assert.ok(world.logged.includes('refund-unconfirmed'))
})

test('an order whose refunds are all known is not asked about', async () => {
  const order = paidBy('paypal')
  assert.equal(await finishRefunds(order, 'sweep'), order)
  assert.deepEqual(calls, [])
})

test('every refund under way is finished, and none that the provider works on is sent again', async () => {
  paidBy('paypal')
  provider.refund.fails('unknown')
  const pending = { ...shownAfter(), unfinished: [{ key: KEY, state: 'pending' as const }] }
  provider.find.says(shownAfter(), pending)
  await refund()
  assert.equal(request()?.state, 'pending')
  await finishRefunds(storedOrder(), 'sweep')
  assert.equal(sentRefunds().length, 1)
})

test('a database that does not answer after a refund leaves it to the sweep', async () => {
  paidBy('paypal')
  provider.refund.does(() => {
    world.unanswered = 1
  })
  provider.find.says(shownAfter(), shownAfter([500, KEY]))
  const answer = await refund()
  assert.ok(answer.ok)
  assert.equal(answer.data.refund.state, 'sending')
})

test('only a refusal because something changed says what did', async () => {
  paidBy('paypal')
  provider.find.says(shownAfter())
  assert.deepEqual(await refund('one', 500, { reason: ' ', left: TOTAL }), {
    ok: false,
    code: 'no-reason',
  })
  const changed = await refund('two', 'rest', { left: TOTAL - 80 })
  assert.ok(!changed.ok && changed.code === 'changed-meanwhile' && changed.detail)
})

test('what is no answer of a provider is thrown on, and the refund stays under way', async () => {
  paidBy('paypal')
  provider.refund.does(() => {
    throw new TypeError('not of the provider')
  })
  provider.find.says(shownAfter())
  await assert.rejects(refund(), TypeError)
  assert.equal(request()?.state, 'sending')
})

test('an order that is unknown is refused', async () => {
  assert.deepEqual(await refund(), { ok: false, code: 'unknown-order' })
})
