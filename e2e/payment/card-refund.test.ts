import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  at,
  makeAttempt,
  makeCapture,
  makeProviderOrder,
  minute,
  NUMBER,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { ProviderProblem, type ProviderOrder } from '#lib/payment/provider.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { mailsOf } = await import('#lib/mail/order-mails.ts')
const { refundOrder } = await import('#lib/owner/refund-order.ts')
const { completeManualRefund, withdrawManualRefund } =
  await import('#lib/owner/complete-manual-refund.ts')
const { refundReview } = await import('#lib/owner/refund-review.ts')
const { sendsRefunds, undoneBefore } = await import('#lib/payment/read-payment.ts')
const { finishRefunds } = await import('#lib/payment/refund/send-refund.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')

const KEY = 'refund:doc-1:1'
const FIRST = `refund 2611 500 ${KEY} ${NUMBER}-R1`
const capture = (more: Parameters<typeof makeCapture>[0] = {}) =>
  makeCapture({ id: '2611', invoiceId: `${NUMBER}-1`, ...more })
const shown = (...amounts: readonly number[]): ProviderOrder => {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const part = sum < TOTAL ? 'partly-refunded' : 'refunded'
  return makeProviderOrder({
    id: 'EC1',
    invoiceId: `${NUMBER}-1`,
    captures: [capture({ status: sum === 0 ? 'completed' : part })],
    refunds: amounts.map((amount, index) => ({ id: `2611-R${index + 1}`, amount, at: at(21) })),
  })
}
const problem = (kind: ProviderProblem['kind'], issue: string, until?: string) =>
  new ProviderProblem('DoAction', { kind, status: 200, issue, debugId: undefined, until })

const order = () => storedOrder()
const request = () => order().payment?.refundRequests?.[0]
const sent = () => calls.filter((call) => call.startsWith('refund'))
const owner = (minutes: number) => ({ by: '林店主', at: minute(minutes) })
const refund = (amount: number | 'rest' = 500) =>
  refundOrder({ orderId: 'doc-1', amount, reason: '瑕疵', key: 'press-1', context: owner(20) })
const look = async (minutes: number) => {
  setClock(minutes)
  await finishRefunds(order(), 'sweep')
}
const note = (minutes: number) =>
  completeManualRefund({
    orderId: 'doc-1',
    number: 1,
    day: '2026-11-21',
    reference: 'console 7',
    context: owner(minutes),
  })

// Files share a process, and with it their hooks, so the setting is made here.
function paidByCard(sends = true): Order {
  world.sendsCardRefunds = sends
  setClock(20)
  provider.find.says(shown())
  const attempt = makeAttempt({ provider: 'ecpay', method: 'ecpay-card', reference: 'EC1' })
  const verdict = { kind: 'captured', capture: capture(), refundedAmount: 0, refunds: [] } as const
  return keep(settleAs(withAttempts(attempt), verdict, { reference: 'EC1' }))
}

beforeEach(newWorld)

test('with the setting a refund of a card is sent once, and done when ECPay lists it; without it the owner makes it', async () => {
  paidByCard()
  provider.refund.says(undefined)
  provider.find.says(shown(500))
  const answer = await refund()
  assert.ok(answer.ok)
  // Before, ECPay was not asked what it had given back: the shop had sent nothing.
  assert.deepEqual([answer.data.refund.state, sent()], ['done', [FIRST]])
  assert.deepEqual([order().payment?.refundedAmount, order().payment?.refunds[0]?.key], [500, KEY])
  newWorld()
  paidByCard(false)
  const byHand = await refund()
  assert.ok(byHand.ok)
  assert.deepEqual([byHand.data.refund.state, sent().length], ['by-hand', 0])
})

test('what the shop gave back at ECPay stays known beside a refund that the owner makes', async () => {
  paidByCard()
  provider.refund.says(undefined)
  provider.find.says(shown(500))
  await refund()
  world.sendsCardRefunds = false
  for (const [key, amount, ok] of [
    ['press-2', 100, true],
    ['press-3', 99_999, false],
  ] as const) {
    const wish = { orderId: 'doc-1', amount, reason: '瑕疵', key, context: owner(30) }
    assert.equal((await refundOrder(wish)).ok, ok)
    assert.equal(order().payment?.refundedAmount, 500)
  }
})

test('what ECPay takes at another time is neither refused nor sent: it is sent when that has come', async () => {
  paidByCard()
  const until = at(90)
  provider.refund.fails(problem('not-now', 'ECPAY_NOT_CLOSED', until))
  const answer = await refund()
  assert.ok(answer.ok)
  assert.partialDeepStrictEqual(answer.data.refund, { state: 'sending', notBefore: until })
  assert.equal(request()?.sentAt, undefined)
  assert.deepEqual(order().check?.at, until)
  const tooMuch = await refundOrder({
    orderId: 'doc-1',
    amount: TOTAL,
    reason: '全退',
    key: 'press-2',
    context: owner(30),
  })
  assert.equal(!tooMuch.ok && tooMuch.code, 'refund-under-way')
  await look(60)
  assert.equal(sent().length, 1)
  provider.refund.says(undefined)
  provider.find.says(shown(), shown(500))
  setClock(90)
  await sweepPayments(minute(90))
  assert.deepEqual([request()?.state, sent().length], ['done', 2])
})

test('R that may have been made stays so while ECPay takes nothing: it is never sent as if it were the first', async () => {
  paidByCard()
  provider.refund.fails(problem('unknown', 'TimeoutError'))
  await refund()
  const sentAt = request()?.sentAt
  assert.ok(sentAt !== undefined)
  await look(22)
  // How the charge stands is not answered, so nothing is sent this time.
  const until = at(35)
  provider.refund.fails(problem('not-now', 'HTTP_403', until))
  await look(25)
  assert.deepEqual([request()?.sentAt, request()?.notBefore], [sentAt, until])
  provider.refund.fails(problem('unclear', 'ECPAY_SENT_BEFORE'))
  for (const minutes of [36, 39]) await look(minutes)
  // ECPay has no keys: each but the first is told to be a repeat.
  assert.deepEqual(sent(), [FIRST, `${FIRST} again`, `${FIRST} again`])
  assert.deepEqual([request()?.state, request()?.issue], ['by-hand', 'ECPAY_SENT_BEFORE'])
})

/** A refund whose answer was lost, and which two looks did not find: the second sends it again, if that is safe. */
async function lostTwice(second: ProviderProblem): Promise<void> {
  paidByCard()
  provider.refund.fails(problem('unknown', 'TimeoutError'))
  await refund()
  await look(22)
  provider.refund.fails(second)
  await look(25)
}

test('R whose answer was lost, and which no look shows, is not sent again: the owner looks, is reported, and notes it', async () => {
  const before = paidByCard()
  await lostTwice(problem('unclear', 'ECPAY_SENT_BEFORE'))
  assert.deepEqual([request()?.state, request()?.issue], ['by-hand', 'ECPAY_SENT_BEFORE'])
  assert.equal(calls.at(-1), `${FIRST} again`)
  const kinds = mailsOf(before, order()).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['owner-refund-unclear'])
  await look(60)
  assert.equal(sent().length, 2)
  assert.ok((await note(70)).ok)
  assert.equal(order().payment?.refundedAmount, 500)
  // ECPay lists it after all: it is the one that was noted.
  provider.find.says(shown(500))
  await refundOrder({
    orderId: 'doc-1',
    amount: 99_999,
    reason: 'x',
    key: 'press-3',
    context: owner(80),
  })
  assert.deepEqual([order().payment?.refundedAmount, order().payment?.refunds.length], [500, 1])
})

test('R that was handed over and is listed after all is done without the owner', async () => {
  await lostTwice(problem('unclear', 'ECPAY_SENT_BEFORE'))
  provider.find.says(shown(500))
  await refundOrder({
    orderId: 'doc-1',
    amount: 99_999,
    reason: 'x',
    key: 'press-3',
    context: owner(80),
  })
  assert.deepEqual([request()?.state, order().payment?.refundedAmount], ['done', 500])
  const late = await note(90)
  assert.equal(!late.ok && late.code, 'no-such-refund')
})

test('R that was handed over and was not made is withdrawn, and asked for anew', async () => {
  await lostTwice(problem('unclear', 'ECPAY_SENT_BEFORE'))
  const context = owner(70)
  await withdrawManualRefund({ orderId: 'doc-1', number: 1, reason: '後台沒有', context })
  provider.refund.says(undefined)
  provider.find.says(shown(), shown(500))
  const again = await refundOrder({
    orderId: 'doc-1',
    amount: 500,
    reason: '瑕疵',
    key: 'press-2',
    context: owner(80),
  })
  assert.ok(again.ok)
  assert.deepEqual([again.data.refund.state, order().payment?.refundedAmount], ['done', 500])
})

test('a refusal is reported with its reason, and frees the amount', async () => {
  paidByCard()
  provider.refund.fails(problem('refused', 'ECPAY_OPERATION_CANCELED'))
  const answer = await refund()
  assert.equal(!answer.ok && answer.code, 'only-all')
  assert.equal(request()?.state, 'refused')
})

test('the second of two payments goes back from the review, which then ends', async () => {
  paidByCard()
  const second = makeAttempt({
    provider: 'ecpay',
    method: 'ecpay-card',
    number: 2,
    reference: 'EC2',
    state: 'captured',
    captureId: '2612',
  })
  const { payment } = order()
  assert.ok(payment)
  keep({
    ...order(),
    payment: {
      ...payment,
      attempts: [...payment.attempts, second],
      references: ['EC1', 'EC2'],
      review: { reason: 'second-capture', at: at(19) },
    },
  })
  const given = makeProviderOrder({
    id: 'EC2',
    invoiceId: `${NUMBER}-2`,
    captures: [capture({ id: '2612', invoiceId: `${NUMBER}-2` })],
  })
  const undone: ProviderOrder = {
    ...given,
    captures: given.captures.map((providerCapture) => ({
      ...providerCapture,
      status: 'refunded' as const,
    })),
    refunds: [{ id: '2612-N', amount: TOTAL, at: '' }],
  }
  let isUndone = false
  const answers = new Map([
    ['EC1', () => shown()],
    ['EC2', () => (isUndone ? undone : given)],
  ])
  provider.find.does(() => {
    const reference = calls.at(-1)?.replace('find ', '') ?? ''
    return answers.get(reference)?.()
  })
  provider.refund.does(() => {
    isUndone = true
  })
  // The owner reads until when that leaves no trace, where the shop does it.
  assert.equal(undoneBefore(order(), [{ reference: 'EC2' }]), '20:10')
  assert.equal(undoneBefore(order(), [{ reference: 'none' }]), undefined)
  assert.equal(sendsRefunds('paypal'), true)
  world.sendsCardRefunds = false
  assert.equal(undoneBefore(order(), [{ reference: 'EC2' }]), undefined)
  world.sendsCardRefunds = true
  const answer = await refundReview({
    orderId: 'doc-1',
    capture: '2612',
    reason: '付了兩次',
    key: 'k',
    context: owner(20),
  })
  assert.deepEqual(answer, { ok: true, data: { amount: TOTAL, state: 'done' } })
  assert.deepEqual(sent(), [`refund 2612 ${TOTAL} ${KEY} ${NUMBER}-R1`])
  assert.deepEqual([order().payment?.review, order().payment?.state], [undefined, 'paid'])
})
