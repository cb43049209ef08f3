import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parcelCode } from '../../adapters/ecpay/parcel-codes.ts'
import { mailsOf } from '../../mail/mails-of.ts'
import { applyChange } from '../apply.ts'
import type { Order } from '../order.ts'
import { followParcel } from './following.ts'
import { IDS, makeRecord, minute, withBooking } from './parcels.fixture.ts'

type Step = { readonly order: Order; readonly mails: readonly string[] }

// One look after another, a day apart, at what the carrier says.
function follow(codes: string, from: Order = withBooking({ fee: 60 })): readonly Step[] {
  let order = from
  return codes.split(' ').map((code, index) => {
    const record = makeRecord({ code, ...parcelCode('7-11', code) })
    const context = { now: minute(1440 * (index + 1)), by: 'sweep' as const }
    const change = followParcel(order, record, context)
    const after = change ? applyChange(order, change) : order
    const mails = mailsOf(order, after)
    order = after
    return { order, mails: mails.map(({ kind }) => kind) }
  })
}

test('a look that comes after the end of a parcel changes nothing (rule 723)', () => {
  for (const state of ['collected', 'expired', 'cancelled', 'destroyed', 'refused'] as const) {
    const order = withBooking({ state, fee: 60 })
    const record = makeRecord({ code: '2030', ...parcelCode('7-11', '2030'), fee: 65 })
    assert.equal(followParcel(order, record, { now: minute(99), by: 'sweep' }), undefined)
  }
})

const statuses = (steps: readonly Step[]) => steps.map(({ order }) => order.status)

test('a parcel is followed to the hand, and each step is told once (rules 723, 724)', () => {
  const steps = follow('300 2068 2068 2030 2073 2073 2067 2067')
  assert.deepEqual(statuses(steps), [
    '已付款',
    '已出貨',
    '已出貨',
    '已出貨',
    '已出貨',
    '已出貨',
    '已完成',
    '已完成',
  ])
  assert.deepEqual(
    steps.map(({ mails }) => mails.join()),
    ['', 'shipped', '', '', 'parcel-waiting', '', '', ''],
  )
  const last = steps.at(-1)?.order
  assert.equal(last?.shipment?.carrier, '7-11 交貨便')
  assert.equal(last.shipment.trackingNumber, 'G65445297175')
  assert.equal(last.completedAt, minute(1440 * 7).toISOString())
  assert.equal(last.parcelAlarm ?? null, null)
})

test('steps that were never seen are made up for (rule 723)', () => {
  const [picked] = follow('2067')
  assert.equal(picked?.order.status, '已完成')
  assert.equal(picked.order.shipment?.trackingNumber, 'G65445297175')
})

test("a parcel that nobody fetched, or that is lost, is the owner's, once (rule 725)", () => {
  const steps = follow('2068 2073 2074 2074 2076 2072 2070')
  assert.deepEqual(
    steps.map(({ order }) => order.parcelAlarm ?? null),
    [null, null, 'unclaimed', 'unclaimed', 'unclaimed', 'back-in-store', null],
  )
  assert.deepEqual(
    steps.map(({ mails }) => mails.join()),
    ['shipped', 'parcel-waiting', 'owner-parcel', '', '', 'owner-parcel', ''],
  )
  assert.equal(follow('2068 2042').at(-1)?.order.parcelAlarm, 'lost')
  assert.equal(follow('7013').at(-1)?.order.parcelAlarm, 'expired')
  assert.equal(follow('7013').at(-1)?.order.status, '已付款')
})

test('a wrong scan takes back that the buyer has it, and nothing else goes back (rule 726)', () => {
  const steps = follow('2068 2067 2073 2068 2053')
  assert.deepEqual(statuses(steps), ['已出貨', '已完成', '已完成', '已完成', '已出貨'])
  assert.equal(steps.at(-1)?.order.parcelAlarm, 'mis-scanned')
  assert.deepEqual(steps.at(-1)?.mails, ['owner-parcel'])
  const again = follow('2068 2067 2053 2073 2067')
  assert.deepEqual(statuses(again).slice(-2), ['已出貨', '已完成'])
})

test('a wrong scan that was never seen takes it back too, once the parcel is back (rule 726)', () => {
  const steps = follow('2068 2067 2072 2070')
  assert.deepEqual(statuses(steps), ['已出貨', '已完成', '已出貨', '已出貨'])
  assert.deepEqual(
    steps.map(({ order }) => order.parcelAlarm ?? null),
    [null, null, 'back-in-store', null],
  )
})

test('a parcel home is told as such, and its number is taken when 黑貓 has one (rule 738)', () => {
  const { chain: _chain, ...ids } = { ...IDS, paymentNo: '', validation: '' }
  let order = withBooking({ chain: '黑貓', store: '', ids, fee: 60 }, { shippingMethod: 'home' })
  for (const [index, code] of ['310', '3001', '3006', '3003'].entries()) {
    const known = { ...IDS, chain: '黑貓', paymentNo: '620112345670', validation: '' } as const
    const record = makeRecord({ code, ids: known, ...parcelCode('黑貓', code) })
    const change = followParcel(order, record, { now: minute(1440 * index), by: 'sweep' })
    if (change) order = applyChange(order, change)
  }
  assert.equal(order.status, '已完成')
  assert.deepEqual(
    [order.shipment?.carrier, order.shipment?.trackingNumber],
    ['黑貓宅急便', '620112345670'],
  )
})

test('a code that nobody knows changes no state and is told once (rule 727)', () => {
  const steps = follow('2068 2051 2051 9876 9876 2030')
  assert.deepEqual(
    steps.map(({ mails }) => mails.join()),
    ['shipped', 'owner-parcel', '', 'owner-parcel', '', ''],
  )
  assert.deepEqual(steps.at(-1)?.order.parcels?.[0]?.unknownCodes, ['2051', '9876'])
  assert.equal(steps.at(-1)?.order.parcels?.[0]?.state, 'at-centre')
})

test('a booked parcel of an order that was refunded is not to be handed over (rule 728)', () => {
  const order = withBooking({ fee: 60 })
  const { payment } = order
  assert.ok(payment)
  const refunded: Order = { ...order, payment: { ...payment, state: 'refunded' } }
  const [stopped, left] = follow('300 2068', refunded)
  assert.equal(stopped?.order.parcelAlarm, 'unshippable')
  assert.deepEqual(stopped.mails, ['owner-parcel'])
  // The parcel left, but the order stays unshipped and the owner is alarmed.
  assert.equal(left?.order.status, '已付款')
  assert.equal(left.order.parcelAlarm, 'unshippable')
})

test('a parcel that would collect money is an alarm (rule 729)', () => {
  const order = withBooking()
  const context = { now: minute(20), by: 'sweep' as const }
  const change = followParcel(order, makeRecord({ collect: 3000 }), context)
  assert.ok(change)
  assert.equal(applyChange(order, change).parcelAlarm, 'collects')
})

test('an alarm that is true no more ends by an event, also where the parcel did not move (rule 728)', () => {
  const order = withBooking({ fee: 60 }, { parcelAlarm: 'unshippable' })
  const change = followParcel(order, makeRecord(), { now: minute(20), by: 'sweep' })
  assert.deepEqual(
    change?.events.map(({ type, data }) => [type, data]),
    [['parcel.settled', { alarm: 'unshippable' }]],
  )
  assert.equal(applyChange(order, change).parcelAlarm, null)
})

test('the fee of a parcel is kept with the time at which it was known (rule 730)', () => {
  const order = withBooking()
  const context = { now: minute(20), by: 'sweep' as const }
  const change = followParcel(order, makeRecord({ fee: 60 }), context)
  assert.ok(change)
  const after = applyChange(order, change)
  assert.equal(after.parcels?.[0]?.fee, 60)
  assert.equal(after.parcels[0].feeAt, minute(20).toISOString())
  assert.equal(followParcel(after, makeRecord({ fee: 60 }), context), undefined)
})
