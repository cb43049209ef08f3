import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { claimRefund, noteUnchanged, reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { beginCapture } from './capture-claim.ts'
import { closeOverdue } from './close-overdue.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  changeIn,
  makeAttempt,
  makeOrder,
  makePayment,
  minute,
  settleAs,
  TOTAL,
} from './orders.fixture.ts'
import { isWatched, nextCheck } from './payment-checks.ts'
import type { Attempt } from './payment.ts'

// An attempt at a provider that takes no keys.
const linePay = (overrides: Partial<Attempt> = {}): Order => {
  const attempt = makeAttempt({ provider: 'line-pay', method: 'line-pay', ...overrides })
  return makeOrder({ payment: makePayment([attempt], { method: 'line-pay' }) })
}

const begin = (order: Order, now: number) =>
  beginCapture(order, { reference: 'PP1', claim: `claim-${now}` }, after(now, 'sweep'))

test('without a key money is asked for again only when the last request is gone', () => {
  const sent = afterChange(linePay(), begin(linePay(), 2))
  assert.equal(attemptOf(sent).state, 'capturing')
  assert.equal(begin(sent, 2), undefined)
  assert.equal(begin(sent, 4), undefined)
  const again = afterChange(sent, begin(sent, 4.1))
  assert.equal(attemptOf(again).sends, 2)
})

for (const [name, overrides] of [
  ['refused', { state: 'closed', refusals: 1, answersRefusals: 1 }],
  ['closed', { state: 'closed' }],
] as const) {
  test(`without a key what was ${name} is never taken`, () => {
    assert.equal(begin(linePay(overrides), 10), undefined)
  })
}

test('an attempt without a key is looked at within minutes, and ends after 25', () => {
  const order = linePay({ startedAt: at(0), changedAt: at(0) })
  const pauses: number[] = []
  let now = 0
  for (let looks = 0; looks < 6; looks += 1) {
    const next = Date.parse(nextCheck(order, minute(now), looks)?.at ?? '')
    now = (next - minute(0).getTime()) / 60_000
    pauses.push(now)
  }
  assert.deepEqual(pauses, [1, 3, 7, 13, 19, 25])
  assert.equal(closeOverdue(order, after(25)), undefined)
  assert.equal(attemptOf(afterChange(order, closeOverdue(order, after(26)))).state, 'closed')
})

const paidOrder = () => settleAs(capturing(linePay()), capturedVerdict())

test('a paid order whose provider tells of nothing is looked at daily for a year', () => {
  const order = paidOrder()
  assert.equal(order.status, '已付款')
  assert.deepEqual(order.check, { at: at(10 + 24 * 60), urgent: false, looks: 0 })
  assert.equal(isWatched(order, minute(364 * 24 * 60)), true)
  assert.equal(isWatched(order, minute(366 * 24 * 60)), false)
  assert.equal(nextCheck(order, minute(366 * 24 * 60), 3), null)
  // All of it is back: there is nothing more to be told.
  assert.equal(settleAs(order, capturedVerdict('C1', TOTAL), { now: 20 }).check, undefined)
})

const ask = (amount: number) => {
  const order = paidOrder()
  const context = { ...after(20, 'owner'), reason: 'requested' }
  return afterChange(order, changeIn(reserveRefund(order, { amount, key: 'p' }, context)))
}
const claim = (order: Order, now: number, id = `claim-${now}`) =>
  claimRefund(order, { number: 1, claim: id }, after(now, 'sweep'))
const unseen = (order: Order, now: number) => noteUnchanged(order, 1, after(now, 'sweep'))

/** Refunds on the provider's list, each with an id. */
function listing(order: Order, amounts: readonly number[], now = 30): Order {
  const refunds = amounts.map((amount, index) => ({ id: `B${index}`, amount, at: at(now) }))
  const refundedAmount = amounts.reduce((sum, amount) => sum + amount, 0)
  const capture = capturedVerdict('C1', refundedAmount)
  assert.ok(capture.kind === 'captured')
  return settleAs(order, { ...capture, refunds, refundedAmount }, { now })
}

test('a refund without a key that is done meanwhile is not sent again', () => {
  const sent = afterChange(ask(80), claim(ask(80), 21))
  const looked = afterChange(sent, unseen(sent, 22))
  assert.notEqual(claim(looked, 24), undefined)
  assert.equal(claim(listing(looked, [80], 23), 24), undefined)
  assert.equal(unseen(listing(sent, [80], 22), 23), undefined)
})

test('a refund of the amount that is being sent, which was not there before, is that one', () => {
  const order = ask(80)
  const before = listing(order, [80], 20.5)
  // Nothing was sent yet, so it was made at the provider.
  assert.equal(before.payment?.refunds[0]?.key, undefined)
  const sent = afterChange(before, claim(before, 21))
  const still = listing(sent, [80])
  assert.equal(still.payment?.refundRequests?.[0]?.state, 'sending')
  const other = listing(still, [80, 120])
  assert.equal(other.payment?.refundRequests?.[0]?.state, 'sending')
  const done = listing(other, [80, 120, 80])
  assert.equal(done.payment?.refundRequests?.[0]?.state, 'done')
  assert.deepEqual(
    done.payment.refunds.map(({ key }) => key),
    [undefined, undefined, 'refund:doc-1:1'],
  )
  // A known refund keeps its key.
  const later = listing(done, [80, 120, 80, 80], 40)
  assert.deepEqual(
    later.payment?.refunds.map(({ key }) => key !== undefined),
    [false, false, true, false],
  )
})

test('without a key an attempt is not let go while its request may be on its way', () => {
  const sent = capturing(linePay())
  const gone = { kind: 'void' } as const
  assert.equal(attemptOf(settleAs(sent, gone, { now: 4 })).state, 'capturing')
  assert.equal(attemptOf(settleAs(sent, gone, { now: 4.1 })).state, 'closed')
  const keyed = capturing(makeOrder({ payment: makePayment([makeAttempt()]) }))
  assert.equal(attemptOf(settleAs(keyed, gone, { now: 3 })).state, 'closed')
})
