import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf, orderValues } from '#lib/mail/order-mails.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import { makePayment } from '#lib/payment/orders.fixture.ts'
import { applyChange } from './apply.ts'
import {
  cancelRightSentence,
  canRequestCancellation,
  isCancellationRequested,
  orderCancelRight,
} from './cancel-right-view.ts'
import { cancellationRequestChange, withdrawCancellation } from './cancel-right.ts'
import { at, owner, paid, placed, published } from './delivery-estimate.fixture.ts'
import { orderIndex } from './order-index.ts'
import type { Order } from './order.ts'

const member = (time: string) => ({ now: at(time), by: 'member' }) as const

const sentences: [string, Order, string, RegExp | undefined][] = [
  ['before the day', paid, '2027-01-15T23:59:59', / 1月15日前公布.*全額退款（最晚 1月22日）/u],
  ['after a missed day', paid, '2027-01-16T00:00:00', /原訂 1月15日前公布，我們遲了.*全額退款/u],
  ['half a year after a missed day', paid, '2027-07-16T00:00:00', /遲了/u],
  ['after the publication', published, '2027-01-17T23:59:59', /已於 1月10日公布；到 1月17日/u],
  ['seven days after it', published, '2027-01-18T00:00:00', undefined],
]

for (const [when, order, time, says] of sentences) {
  test(`the order says its right to cancel ${when}, and its button and mail follow`, () => {
    const now = at(time)
    const words = orderCancelRight(order, now)
    if (says) assert.match(words ?? '', says)
    else assert.equal(words, undefined)
    assert.equal(canRequestCancellation(order, now), says !== undefined)
    const asked = cancellationRequestChange(order, member(time))
    assert.equal(asked.ok, says !== undefined)
    // The hours of a change don't contradict the right.
    const values = orderValues(order, now)
    assert.equal(values.cancel_right, words ?? '')
    assert.equal(values.changeable?.includes('取消'), says === undefined)
  })
}

test('a right is said until the order has left or its money is back, and used once it is paid', () => {
  const day = at('2027-01-12T12:00:00')
  const { cancelRights } = paid
  const stands = (order: Order) => [
    orderCancelRight(order, day) !== undefined,
    canRequestCancellation(order, day),
  ]
  const refunded = { ...makePayment([]), state: 'refunded' } as const
  const shipment = { carrier: '黑貓', trackingNumber: '1', shippedAt: day.toISOString() }
  assert.deepEqual(stands(paid), [true, true])
  assert.deepEqual(stands({ ...paid, shipment }), [true, false])
  assert.deepEqual(stands(placed), [true, false])
  assert.deepEqual(stands({ ...paid, status: '已出貨' }), [false, false])
  assert.deepEqual(stands({ ...paid, payment: refunded }), [false, false])
  const later = cancelRights?.map((right) => ({ ...right, factsBy: '2027-03-01' })) ?? []
  const both = { ...paid, cancelRights: [...(cancelRights ?? []), ...later] }
  assert.match(orderCancelRight(both, at('2027-02-01T12:00:00')) ?? '', /遲了/u)
})

test('a request tells buyer and owner, stops the parcel, and ends by a refund or a withdrawal', () => {
  const answer = cancellationRequestChange(paid, member('2027-01-02T12:00:00'))
  assert.ok(answer.ok && answer.data)
  const asked = applyChange(paid, answer.data)
  assert.deepEqual(
    new Set(mailsOf(paid, asked).map(({ kind }) => kind)),
    new Set(['cancel-requested', 'owner-cancel']),
  )
  assert.equal(moneyProblem(asked), 'cancellation-requested')
  assert.ok(orderIndex(asked).needs.includes('cancel'))
  assert.deepEqual(cancellationRequestChange(asked, member('2027-01-02T12:01:00')), {
    ok: true,
    data: undefined,
  })
  assert.equal(withdrawCancellation(asked, owner('2027-01-03T12:00:00')).ok, false)
  const kept = withdrawCancellation(asked, owner('2027-01-03T12:00:00', '來信說要保留'))
  assert.ok(kept.ok && kept.data)
  assert.equal(isCancellationRequested(applyChange(asked, kept.data)), false)
})

test('the right is said in 45 signs at most, with near days without their year', () => {
  const now = at('2026-11-28T12:00:00')
  const [factsBy, until] = ['2027-01-15', '2027-01-22']
  const views = [
    { kind: 'waiting', factsBy, until },
    { kind: 'late', factsBy },
    { kind: 'published', publishedOn: factsBy, until },
  ] as const
  for (const view of views) {
    const sentence = cancelRightSentence(view, now) ?? ''
    assert.ok(sentence.replaceAll(/\s/g, '').length <= 45, sentence)
    assert.doesNotMatch(sentence, /年/)
  }
})
