import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { issuedOrder, makeOpen } from '#lib/invoice/invoices.fixture.ts'
import { newEvent } from '#lib/order/events.ts'
import { makeParcel } from '#lib/parcel/parcels.fixture.ts'
import {
  after,
  at,
  makeAttempt,
  makeOrder,
  makePayment,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { afterEvent, mailsOf } from './events.fixture.ts'
import { effectsOf } from './index.ts'

const storeOf = { ...EMPTY_RECIPIENT, store: '7-ELEVEN 福和門市（131386）' }
const capturedOnce = makeAttempt({ state: 'captured', captureId: 'C1', reason: 'PARTIAL' })
const paidOnce = makeOrder({
  payment: makePayment([capturedOnce, makeAttempt({ number: 2 })], {
    captureId: 'C1',
    refundedAmount: 500,
    unlisted: 'chargeback',
  }),
})

test('a capture that was known keeps its reason; another one is what the provider says of it', () => {
  const captured = (captureRef: string) => {
    const data = { attempt: 1, captureRef, amount: TOTAL }
    const [first] = afterEvent('money.captured', data, paidOnce).payment?.attempts ?? []
    return [first?.captureId, first?.reason]
  }
  assert.deepEqual(
    [captured('C1'), captured('C2')],
    [
      ['C1', 'PARTIAL'],
      ['C2', 'completed'],
    ],
  )
  const capture = { attempt: 2, captureRef: 'C2', status: 'completed' }
  const noted = afterEvent('money.recorded', { capture }, paidOnce).payment
  assert.deepEqual([noted?.captureId, noted?.unlisted], ['C2', 'chargeback'])
})

test('money that came back leaves the rest of what went back', () => {
  const back = { amount: 200, inReview: true }
  assert.equal(afterEvent('money.reinstated', back, paidOnce).payment?.refundedAmount, 300)
})

const closed = (data: { attempt?: number; captureRef?: string }) =>
  afterEvent('review.closed', { end: 'paid', ...data }, paidOnce).payment?.attempts.map(
    ({ state, captureId, reason }) => [state, captureId, reason],
  )

test('the end of a review gives the capture to the attempt that is meant, and to no other', () => {
  assert.deepEqual(closed({ attempt: 2, captureRef: 'C2' }), [
    ['closed', 'C1', 'reviewed'],
    ['captured', 'C2', undefined],
  ])
  assert.deepEqual(closed({ attempt: 2 })?.[1], ['captured', undefined, 'reviewed'])
})

test('an order that is paid after its end uses its code again, any other counts it already', () => {
  const event = newEvent('order.paid', {}, after(9))
  const uses = (['已取消', '待付款'] as const).map((status) =>
    effectsOf('order.paid').uses?.(event, makeOrder({ status })),
  )
  assert.deepEqual(uses, [1, 0])
})

test('where an order went to is forgotten with its person, or is where it goes now', () => {
  const gone = { ...storeOf, lastName: '王', note: '門口' }
  const moved = { from: 'home', to: 'store', recipient: gone, before: '' } as const
  const history = [newEvent('delivery.changed', moved, after(2))]
  const order = makeOrder({ recipient: { ...storeOf, note: '門口' }, history })
  const kept = (extent: 'kept' | 'erased') => {
    const [event] = afterEvent('person.erased', { extent }, order).history
    return event?.type === 'delivery.changed' ? event.data.recipient : undefined
  }
  assert.deepEqual([kept('kept'), kept('erased')], [storeOf, EMPTY_RECIPIENT])
})

test('of two parcels of an order the one that moved is reported, and scanned back', () => {
  const [first, second] = [makeParcel({ state: 'expired' }), makeParcel({ number: 'L02' })]
  const ids = { carrierId: '2', paymentNo: 'G2', validation: '22' }
  const parcels = [first, { ...second, ids, state: 'picked-up' as const }]
  const order = makeOrder({ status: '已完成', parcels })
  const moved = { parcel: 'L02', code: '1', words: '' }
  const [mail] = mailsOf('parcel.moved', { ...moved, state: 'waiting' }, order)
  assert.equal(mail?.values?.tracking_number, 'G222')
  const back = { ...moved, state: 'mis-scanned', from: 'picked-up' } as const
  assert.equal(afterEvent('parcel.moved', back, order).status, '已出貨')
})

test('an event of what an order has not tells nobody and changes nothing', () => {
  const order = makeOrder()
  const told = [
    mailsOf('return.received', { number: 9, restock: false }, order),
    mailsOf('refund.account-provided', { number: 9 }, order),
    mailsOf('refund.owner-reminded', { number: 9, days: 1 }, order),
    mailsOf('attempt.closed', { attempt: 1, cause: 'not-wanted' }, order),
  ]
  assert.deepEqual(told.flat(), [])
  const next = { claim: 'k', amount: 500, relateNumber: 'OT2' }
  assert.deepEqual(afterEvent('invoice.replaced', next, order), order)
  assert.equal(afterEvent('store.refused', { store: '7-11 100002' }, order).storeChoice, undefined)
  assert.deepEqual(afterEvent('review.opened', { reason: 'second-capture' }, order), order)
  const gone = mailsOf('attempt.closed', { attempt: 1, cause: 'out-of-stock' }, order)
  assert.deepEqual(
    gone.map(({ name }) => name),
    ['out-of-stock-1'],
  )
})

test('an invoice that was asked for is counted, and its open paper is what no look found', () => {
  const document = makeOpen('allowance')
  const order = issuedOrder({ documents: [document] })
  assert.equal(afterEvent('invoice.requested', { claim: 'k' }, order).invoiceChecks, 1)
  const missed = afterEvent('document.missing', { claim: document.claim }, order)
  assert.deepEqual(missed.invoicing?.documents, [{ ...document, unchangedAt: at(9) }])
})
