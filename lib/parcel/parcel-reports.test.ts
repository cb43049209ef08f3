import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyChange } from '#lib/order/apply.ts'
import { noteChange } from '#lib/order/edit-recipient.ts'
import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { afterChange, changeIn } from '#lib/payment/orders.fixture.ts'
import { bookingMissing, bookingRefused } from './booking.ts'
import { cameBack, exchangeBack } from './came-back.ts'
import type { ParcelRecord } from './carrier.ts'
import { followParcel } from './parcel-reports.ts'
import { at, makeParcel, makeRecord, minute, toStore, withBooking } from './parcels.fixture.ts'

const look = (minutes: number) => ({ now: minute(minutes), by: 'sweep' as const })
const { number: FIRST } = makeParcel()
const SECOND = 'OT261121100001L02'
const shipment = { carrier: '7-11 交貨便', trackingNumber: 'G65445297175', shippedAt: at(12) }

function after(order: Order, record: Partial<ParcelRecord>, minutes = 60): Order {
  const change = followParcel(order, makeRecord(record), look(minutes))
  assert.ok(change)
  return applyChange(order, change)
}

type Request = NonNullable<Order['returns']>[number]

const request = (number: number, state: Request['state']): Request => ({
  number,
  state,
  items: [{ index: 0, quantity: 1 }],
  reason: '',
  contact: '',
  requestedAt: at(21),
  changedAt: at(22),
})

const unchanged = (order: Order, record: Partial<ParcelRecord>) =>
  assert.equal(followParcel(order, makeRecord(record), look(60)), undefined)

const told = (before: Order, order: Order) => mailsOf(before, order).map(({ kind }) => kind)

function withPayment(order: Order, state: 'paid' | 'refunded'): Order {
  assert.ok(order.payment)
  return { ...order, payment: { ...order.payment, state } }
}

test('a refusal ends the newest booking beside one that was refused before', () => {
  const refused = makeParcel({ state: 'refused', ids: undefined, claim: 'before' })
  const open = makeParcel({ number: SECOND, state: 'booking', ids: undefined, claim: 'now' })
  const order = toStore({ parcels: [refused, open] })
  const refusal = { number: SECOND, claim: 'now', issue: '餘額不足' }
  const next = afterChange(order, bookingRefused(order, refusal, look(11)))
  assert.deepEqual(
    next.parcels?.map(({ state, issue }) => [state, issue]),
    [
      ['refused', undefined],
      ['refused', '餘額不足'],
    ],
  )
  // Of the refused one nothing is missing, and nothing is refused again.
  assert.equal(bookingMissing(next, FIRST, look(12)), undefined)
  assert.equal(bookingMissing(next, SECOND, look(12)), undefined)
})

test('a fee or a sum to collect that is named no more stays as it was', () => {
  const order = withBooking({ fee: 60, collect: 3000 }, { parcelAlarm: 'collects' })
  unchanged(order, { fee: 0, collect: 0 })
  const dearer = after(order, { fee: 65 })
  assert.deepEqual([dearer.parcels?.[0]?.fee, dearer.parcels?.[0]?.collect], [65, 3000])
})

test('states out of order and repeated ones are no news, and an end has none after it', () => {
  for (const state of ['booked', 'handed-over', 'at-centre', 'waiting'] as const) {
    unchanged(withBooking({ state: 'waiting', fee: 60 }), { state })
  }
  unchanged(withBooking({ state: 'store-changed', fee: 60 }), { state: 'store-changed' })
  unchanged(withBooking({ fee: 60 }), { state: undefined, code: '' })
  unchanged(withBooking({ state: 'collected', fee: 60 }), { state: 'waiting', fee: 90 })
})

test('a record of an unknown parcel, or of one whose numbers are not known, changes nothing', () => {
  unchanged(toStore(), { state: 'waiting' })
  unchanged(withBooking({ state: 'booking', ids: undefined }), { state: 'waiting' })
})

test('what happens to a parcel again is reported again, however lately its owner settled it', () => {
  const settled = newEvent(
    'parcel.settled',
    { alarm: 'lost' },
    { ...look(60), by: 'owner' as const },
  )
  const order = withBooking({ state: 'at-centre', fee: 60 }, { history: [settled] })
  assert.equal(after(order, { state: 'lost', code: '3' }).parcelAlarm, 'lost')
})

test('a pick-up completes an order once, whoever completed it, and none whose money went back', () => {
  const waiting = { state: 'waiting', fee: 60 } as const
  const done = withBooking(waiting, { status: '已完成', completedAt: at(50), shipment })
  assert.deepEqual(
    after(done, { state: 'picked-up' })
      .history.slice(done.history.length)
      .map(({ type }) => type),
    ['parcel.moved'],
  )
  const straight = after(withBooking({ fee: 60 }), { state: 'picked-up' })
  assert.deepEqual([straight.status, straight.shipment?.trackingNumber], ['已完成', 'G65445297175'])
  const refunded = after(withPayment(withBooking({ fee: 60 }), 'refunded'), { state: 'picked-up' })
  assert.deepEqual(
    [refunded.status, refunded.shipment, refunded.parcelAlarm],
    ['已付款', undefined, 'unshippable'],
  )
})

test('an exchange that left though its order must not ship is an alarm, and no other of its parcels', () => {
  const order = withPayment(
    toStore({
      status: '已完成',
      completedAt: at(20),
      shipment,
      parcels: [
        makeParcel({ state: 'picked-up', fee: 60 }),
        makeParcel({ number: SECOND, exchange: 1, fee: 60 }),
      ],
      returns: [request(1, 'preparing')],
      returnState: 'preparing',
    }),
    'refunded',
  )
  const left = after(order, { number: SECOND, state: 'handed-over' })
  assert.deepEqual([left.parcelAlarm, left.returnState], ['unshippable', 'preparing'])
  // Of the parcel that was picked up long ago only the wrong scan is told, beside the one that is booked.
  assert.equal(after(order, { state: 'mis-scanned' }).parcelAlarm, 'unshippable')
  const alone = { ...order, parcels: order.parcels?.slice(0, 1) ?? [] }
  assert.equal(after(alone, { state: 'mis-scanned' }).parcelAlarm, 'mis-scanned')
})

test('a wrong scan of an exchange leaves its order done, whose own goods its buyer has', () => {
  const order = toStore({
    status: '已完成',
    completedAt: at(20),
    shipment,
    parcels: [
      makeParcel({ state: 'collected', fee: 60 }),
      makeParcel({ number: SECOND, exchange: 1, state: 'picked-up', fee: 60 }),
    ],
    returns: [request(1, 'exchanged')],
    returnState: 'exchanged',
  })
  const scanned = after(order, { number: SECOND, state: 'mis-scanned' })
  assert.deepEqual([scanned.status, scanned.parcelAlarm], ['已完成', 'mis-scanned'])
  const again = after(scanned, { number: SECOND, state: 'waiting' })
  assert.equal(after(again, { number: SECOND, state: 'picked-up' }).status, '已完成')
})

const decided = (
  order: Order,
  alarm: 'unshippable' | 'unclaimed',
  minutes: number,
  by: 'owner' | 'sweep' = 'owner',
) =>
  applyChange(order, {
    events: [newEvent('parcel.settled', { alarm }, { now: minute(minutes), by })],
  })

test('what lasts and was settled by the owner is notified again once the parcel has moved, and not before', () => {
  const order = withPayment(withBooking({ fee: 60 }), 'refunded')
  const alarmed = after(order, {}, 20)
  assert.deepEqual(told(order, alarmed), ['owner-parcel'])
  const settled = decided(alarmed, 'unshippable', 30)
  assert.equal(settled.parcelAlarm, null)
  unchanged(settled, {})
  const charged = after(settled, { fee: 70 }, 40)
  assert.deepEqual([charged.parcelAlarm, told(settled, charged)], [null, []])
  const moved = after(settled, { state: 'handed-over' }, 50)
  assert.deepEqual([moved.parcelAlarm, told(settled, moved)], ['unshippable', ['owner-parcel']])
  // Settled in the very millisecond of the last news, it was settled with it.
  const [parcel] = settled.parcels ?? []
  assert.ok(parcel)
  const sightings = [{ state: 'booked' as const, code: '300', at: at(30) }]
  unchanged({ ...settled, parcels: [{ ...parcel, sightings }] }, {})
})

test('only the owner’s own word on the same alarm keeps one that lasts quiet', () => {
  const order = withPayment(withBooking({ fee: 60 }), 'refunded')
  for (const settled of [
    decided(after(order, {}, 20), 'unshippable', 30, 'sweep'),
    decided(after(order, {}, 20), 'unclaimed', 30),
  ]) {
    assert.equal(after({ ...settled, parcelAlarm: null }, {}, 40).parcelAlarm, 'unshippable')
  }
  // A later entry of the owner's about something else takes nothing back.
  const quiet = decided(after(order, {}, 20), 'unshippable', 30)
  const noted = changeIn(noteChange('記一下', { now: minute(35), by: 'owner', who: 'Mei' }))
  unchanged(afterChange(quiet, noted), {})
})

test('the store that was wished for is the order’s once the carrier says so, and by no other news', () => {
  const wish = { store: '7-11 100202 信義', number: '100202', at: at(20) }
  const storeChoice = { token: 'secret', store: '131386', requestedAt: at(15), wish }
  const order = withBooking({ state: 'store-closed', fee: 60 }, { storeChoice })
  const elsewhere = after(order, { state: 'at-centre' })
  assert.equal(elsewhere.recipient.store, '7-11 131386 重慶門市')
  assert.equal(after(order, { fee: 70, state: 'store-closed' }).storeChoice?.token, 'secret')
  const changed = after(order, { fee: 70, state: 'store-changed' })
  assert.deepEqual(
    [changed.recipient.store, changed.parcels?.[0]?.store, changed.storeChoice],
    ['7-11 100202 信義', '100202', null],
  )
})

test('a parcel came back while its order waits for a decision, and an exchange while its return is exchanged', () => {
  const collected = withBooking({ state: 'collected' }, { status: '已出貨', shipment })
  assert.equal(cameBack(collected), true)
  assert.equal(cameBack({ ...collected, status: '已完成' }), false)
  assert.equal(cameBack(withBooking({ state: 'collected' }, { status: '已出貨' })), false)
  const returning = (state: 'collected' | 'waiting', exchange?: number) =>
    withBooking(
      { state, ...(exchange === undefined ? {} : { exchange }) },
      { status: '已完成', shipment, returns: [request(1, 'exchanged'), request(2, 'exchanged')] },
    )
  assert.equal(exchangeBack(returning('collected', 2))?.number, 2)
  assert.equal(exchangeBack(returning('waiting', 2)), undefined)
  assert.equal(exchangeBack(returning('collected')), undefined)
  const preparing = { ...returning('collected', 2), returns: [request(2, 'preparing')] }
  assert.equal(exchangeBack(preparing), undefined)
})
