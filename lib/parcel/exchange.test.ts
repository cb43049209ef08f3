import assert from 'node:assert/strict'
import { test } from 'node:test'

import { itemsOutsideStock } from '#lib/inventory/stock.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyChange, orderSchema, stockMoves } from '#lib/order/apply.ts'
import { editRecipientChange } from '#lib/order/edit-recipient.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import {
  applyReturnAnswer,
  possibleAnswers,
  type ReturnAnswer,
} from '#lib/order/return/answer-return.ts'
import type { ReturnedUnits } from '#lib/order/return/return-record.ts'
import { eventsSince } from '#lib/order/since.fixture.ts'
import { afterChange, changeIn, inStock } from '#lib/payment/orders.fixture.ts'
import { bookingDone, bookingOf, bookingProblem, claimBooking } from './booking.ts'
import { cameBack, exchangeBack } from './came-back.ts'
import { liveParcel, liveParcels } from './order-parcel.ts'
import { nextParcelCheck } from './parcel-checks.ts'
import { followParcel } from './parcel-reports.ts'
import { at, IDS, makeParcel, makeRecord, minute, toStore } from './parcels.fixture.ts'
import { sendAgain } from './send-again.ts'

const owner = (minutes: number) => ({ now: minute(minutes), by: 'owner' as const, who: 'Mei' })
const look = (minutes: number) => ({ now: minute(minutes), by: 'sweep' as const })
const reach = { sendsHome: false }
const EXCHANGE_IDS = {
  chain: '7-11',
  carrierId: '1700002',
  paymentNo: 'G7',
  validation: '1',
} as const
const NEXT = 'OT261121100001L02'

/** An order that arrived in its own parcel, of which two units in M are to be exchanged. */
function returning(
  items: ReturnedUnits[] = [{ index: 0, quantity: 1, size: 'L' }],
  overrides: Partial<Order> = {},
): Order {
  const request = { number: 1, state: 'accepted', items, reason: '', contact: '' } as const
  return toStore({
    status: '已完成',
    completedAt: at(20),
    shipment: { carrier: '7-11 交貨便', trackingNumber: 'G65445297175', shippedAt: at(12) },
    parcels: [makeParcel({ state: 'picked-up' })],
    parcelRefs: [makeParcel().number],
    returns: [{ ...request, requestedAt: at(21), changedAt: at(22) }],
    returnState: 'accepted',
    ...overrides,
  })
}

function answer(order: Order, what: ReturnAnswer, parcel = { carrier: '', trackingNumber: '' }) {
  const answered = { answer: what, restock: true, parcel, stock: inStock(5) }
  return applyReturnAnswer(order, answered, owner(30))
}
const answered = (order: Order, what: ReturnAnswer) =>
  afterChange(order, changeIn(answer(order, what)))

function after(order: Order, change: OrderChange | undefined): Order {
  assert.ok(change)
  return applyChange(order, change)
}

/** The exchange prepared, and its parcel booked. */
function booked(order = answered(returning(), 'preparing')): Order {
  const claimed = claimBooking(order, { ...reach, claim: 'two' }, owner(40))
  assert.ok(claimed.ok)
  const { number = '' } = liveParcel(after(order, claimed.data)) ?? {}
  return after(
    after(order, claimed.data),
    bookingDone(after(order, claimed.data), number, EXCHANGE_IDS, owner(40)),
  )
}

const seen = (order: Order, state: 'handed-over' | 'collected' | 'picked-up', minutes = 50) =>
  after(
    order,
    followParcel(
      order,
      makeRecord({ number: NEXT, ids: EXCHANGE_IDS, state, fee: 0 }),
      look(minutes),
    ),
  )

test('an exchange takes its units before its parcel is booked, and once', () => {
  const before = returning()
  const prepared = answered(before, 'preparing')
  assert.deepEqual(
    [prepared.returnState, prepared.restocked, prepared.resent],
    ['preparing', [1], [1]],
  )
  assert.deepEqual(stockMoves(before, eventsSince(before, prepared)), [
    { id: 'otr-001', stock: 0, preorder: 0, sizes: { M: -1, L: 1 } },
  ])
  const sent = seen(booked(prepared), 'handed-over')
  assert.deepEqual(stockMoves(prepared, eventsSince(prepared, sent)), [])
  assert.equal(sent.returnState, 'exchanged')
  const kept = itemsOutsideStock(sent).map(({ size, quantity }) => [size, quantity])
  assert.deepEqual(kept, [
    ['M', 1],
    ['L', 1],
  ])
  assert.deepEqual(itemsOutsideStock(prepared).length, 2)
})

test('the parcel of an exchange is booked like the first, beside the one that was picked up', () => {
  const prepared = answered(returning(), 'preparing')
  assert.equal(bookingProblem(returning(), reach), 'no-such-move')
  assert.equal(bookingProblem(prepared, reach), undefined)
  const order = orderSchema.parse(JSON.parse(JSON.stringify(booked(prepared))))
  assert.deepEqual(
    order.parcels?.map(({ number, exchange, state }) => [number, exchange, state]),
    [
      [makeParcel().number, undefined, 'picked-up'],
      [NEXT, 1, 'booked'],
    ],
  )
  const live = liveParcel(order)
  assert.ok(live)
  const { goods, value } = bookingOf(order, live)
  assert.deepEqual([goods, value], ['旅見 T 恤 1件', 1500])
  // A second press finds it; nothing is booked twice.
  const again = claimBooking(order, { ...reach, claim: 'three' }, owner(60))
  assert.deepEqual(again, { ok: true, data: undefined })
  // The first one is still followed, for a pick-up scanned by mistake.
  assert.equal(liveParcels(order).length, 2)
  assert.ok(nextParcelCheck(order, minute(41)))
})

test('it is reported once it has left, in words of its own, and moves no status of the order', () => {
  const order = booked()
  const left = followParcel(order, makeRecord({ number: NEXT, state: 'handed-over' }), look(50))
  const sent = after(order, left)
  assert.equal(sent.status, '已完成')
  assert.equal(sent.shipment?.trackingNumber, 'G65445297175')
  assert.equal(sent.returns?.[0]?.parcel?.trackingNumber, 'G71')
  const mails = mailsOf(order, sent)
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['shipped'],
  )
  assert.equal(seen(sent, 'picked-up', 60).status, '已完成')
})

test('another parcel or a refund is refused while one is booked for the exchange', () => {
  const order = booked()
  const other = { carrier: '黑貓宅急便', trackingNumber: '9070' }
  assert.deepEqual(answer(order, 'exchanged', other), { ok: false, code: 'exchange-booked' })
  assert.deepEqual(answer(order, 'received'), { ok: false, code: 'exchange-booked' })
  const same = { carrier: '7-11 交貨便', trackingNumber: 'G71' }
  const sent = afterChange(order, changeIn(answer(order, 'exchanged', same)))
  assert.equal(sent.returnState, 'exchanged')
  assert.equal(followParcel(sent, makeRecord({ number: NEXT, fee: 0 }), look(60)), undefined)
})

test('an exchange that is not sent after all frees its units and becomes a refund', () => {
  const prepared = answered(returning(), 'preparing')
  assert.deepEqual(possibleAnswers(prepared.returns?.[0] ?? assert.fail()), [
    'received',
    'exchanged',
  ])
  const back = answered(prepared, 'received')
  assert.deepEqual([back.returnState, back.restocked, back.resent], ['received', [1], [0]])
  assert.deepEqual(stockMoves(prepared, eventsSince(prepared, back)), [
    { id: 'otr-001', stock: -1, preorder: 0, sizes: { L: -1 } },
  ])
  assert.equal(
    itemsOutsideStock(back).reduce((sum, { quantity }) => sum + quantity, 0),
    1,
  )
})

test('one that came back is an alarm, and is sent once more in a parcel of its own', () => {
  const sent = seen(booked(), 'handed-over')
  const back = seen(sent, 'collected', 60)
  assert.equal(back.parcelAlarm, 'came-back')
  assert.equal(cameBack(back), false)
  assert.equal(exchangeBack(back)?.number, 1)
  const again = afterChange(back, changeIn(sendAgain(back, { to: 'same', token: 't' }, owner(70))))
  assert.deepEqual(
    [again.returnState, again.parcelAlarm, again.status],
    ['preparing', null, '已完成'],
  )
  assert.equal(liveParcel(booked(again))?.number, 'OT261121100001L03')
})

test('its recipient can be mended until it is booked, and no other alarm puts one out that lasts', () => {
  const prepared = answered(returning(), 'preparing')
  const recipient = { ...prepared.recipient, phone: '0987654321' }
  assert.equal(editRecipientChange(prepared, recipient, owner(35)).ok, true)
  const order = booked(prepared)
  assert.deepEqual(editRecipientChange(order, recipient, owner(45)), {
    ok: false,
    code: 'parcel-booked',
  })
  const { payment } = order
  assert.ok(payment)
  const disputed = { ...order, payment: { ...payment, state: 'refunded' as const } }
  const alarmed = after(
    disputed,
    followParcel(disputed, makeRecord({ number: NEXT, fee: 0 }), look(50)),
  )
  assert.equal(alarmed.parcelAlarm, 'unshippable')
  const first = makeRecord({ number: makeParcel().number, ids: IDS, state: 'picked-up', fee: 0 })
  assert.equal(followParcel(alarmed, first, look(60)), undefined)
})
