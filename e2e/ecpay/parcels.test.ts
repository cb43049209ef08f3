import assert from 'node:assert/strict'
import { test } from 'node:test'

import './hooks.ts'

import { moneyProblem } from '#lib/order/fulfilment.ts'
import { movementsBetween } from '#lib/order/movements.ts'
import type { Order } from '#lib/order/order.ts'
import { type OrderParcel, type OrderParcelState, PARCEL_ALARMS } from '#lib/parcel/order-parcel.ts'

import { clock, enter, runProcess, store, World, world } from './world.ts'

const { apply } = await import('#lib/order/apply.ts')
const { newEvent } = await import('#lib/order/events.ts')
const { followParcels, receivePush } = await import('#lib/parcel/follow-parcels.ts')
const { bookOrderParcel } = await import('#lib/parcel/book-parcel.ts')
const { parcelWish } = await import('#lib/parcel/booking.ts')
const { isOver, liveParcel } = await import('#lib/parcel/order-parcel.ts')
const { toStore } = await import('#lib/parcel/parcels.fixture.ts')
const { booked, carrier, collected, emptyCarrier, liveOn } = await import('./stubs/carrier.ts')

const RUNS = 300

// The states in their order; only the moves back that are named here may happen.
const ORDER: readonly OrderParcelState[] = [
  'booking',
  'booked',
  'handed-over',
  'at-centre',
  'waiting',
  'picked-up',
  'mis-scanned',
  'unclaimed',
  'back-in-store',
  'uncollected',
  'sent-home',
]
const CORRECTED = ['mis-scanned', 'back-in-store', 'collected']
const NAMED_BACK = ['mis-scanned waiting', 'unclaimed waiting', 'uncollected back-in-store']

function checkMove(before: OrderParcel, after: OrderParcel, result: string): void {
  const [from, to] = [before.state, after.state].map((state) => ORDER.indexOf(state))
  if (from === undefined || to === undefined || from < 0 || to < 0) return
  assert.ok(to >= from || NAMED_BACK.includes(`${before.state} ${after.state}`), result)
}

// Fees of a run's parcels in the ledger.
let charged = 0

// Asserts on each change: no unauthorized parcel, no backward move, nothing after a final state.
function watch(before: Order, after: Order): void {
  const result = JSON.stringify([
    before.status,
    before.payment?.state,
    before.parcels,
    after.parcels,
  ])
  for (const { fee = 0 } of movementsBetween(before, after)) charged -= fee
  for (const parcel of after.parcels ?? []) {
    const known = before.parcels?.find(({ number }) => number === parcel.number)
    if (known) {
      checkMove(known, parcel, result)
      if (isOver(known)) assert.equal(parcel.state, known.state, result)
      continue
    }
    assert.equal(before.status, '已付款', result)
    assert.equal(moneyProblem(before), undefined, result)
    assert.ok((before.parcels ?? []).every(isOver), result)
  }
  if (before.status === '已完成' && after.status !== '已完成') {
    assert.equal(after.status, '已出貨', result)
    assert.ok(CORRECTED.includes(liveParcel(after)?.state ?? ''), result)
  }
}

function press(id: string): Promise<unknown> {
  const order = world().orders.get(id)
  const context = { now: clock(), by: 'owner' as const, who: 'Mei' }
  return order ? bookOrderParcel(carrier(), order, context) : Promise.resolve()
}

function refundAll(id: string): void {
  const order = world().orders.get(id)
  if (!order?.payment || order.payment.state === 'refunded') return
  const at = new Date(world().time)
  const amount = order.totalAmount - order.payment.refundedAmount
  const back = { refundRef: 'R1', amount, inReview: false, origin: 'shop' } as const
  const refund = newEvent('money.refunded', back, { now: at, by: 'provider' })
  const after = apply(order, refund)
  store(order, { ...parcelWish(order, after, at.toISOString()), events: [refund] })
}

const numbers = () => [...booked.keys()]

async function trouble(id: string): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const works = [
      () => press(id),
      () => press(id),
      () => followParcels(clock()),
      () => followParcels(clock()),
      () => receivePush(numbers().at(-1) ?? 'OT0', clock()),
      () => receivePush('forged', clock()),
    ].filter(() => world().random() < 0.6)
    await Promise.all(works.map((work) => runProcess(work)))
    if (world().random() < 0.5) for (const number of numbers()) liveOn(number)
    if (world().random() < 0.04) refundAll(id)
    world().pass(world().random() < 0.4 ? 2.5 * 3600 : world().random() * 300)
  }
}

async function rest(): Promise<void> {
  world().trouble = 0
  for (let round = 0; round < 16; round += 1) {
    world().pass(3600 * 12)
    await runProcess(() => followParcels(clock()))
  }
}

function eventsOf({ history }: Order, type: string): number {
  return history.filter((event) => event.type === type).length
}

// Asserts that events raise every alarm, and that a blocked parcel is one until it leaves.
function checkAlarm(order: Order, result: string): void {
  const alarmed = order.history.flatMap((event) =>
    event.type === 'parcel.alarmed' ? event.data.alarm : [],
  )
  if (order.parcelAlarm) {
    assert.ok(PARCEL_ALARMS.includes(order.parcelAlarm), result)
    assert.ok(alarmed.includes(order.parcelAlarm), result)
  }
  const isHere = liveParcel(order)?.state === 'booked'
  if (isHere && moneyProblem(order)) assert.equal(order.parcelAlarm, 'unshippable', result)
}

function check(order: Order, seed: number): void {
  const result = `run ${seed}: ${JSON.stringify([order.status, order.payment?.state, order.parcels, [...booked.values()]])}`
  const sent = order.parcels?.filter(({ state }) => state !== 'refused') ?? []
  assert.ok(sent.filter((parcel) => !isOver(parcel)).length <= 1, result)
  assert.deepEqual(
    numbers(),
    sent.map(({ number }) => number),
    result,
  )
  for (const { number, ids, state } of sent) {
    const known = booked.get(number)
    assert.equal(ids?.carrierId, known?.ids.carrierId, result)
    if (known?.state) assert.equal(state, known.state, result)
  }
  assert.ok(eventsOf(order, 'parcel.shipped') <= 1, result)
  assert.equal(
    charged,
    sent.reduce((sum, { fee = 0 }) => sum + fee, 0),
    result,
  )
  checkAlarm(order, result)
}

test('after any faults an order has one live parcel at most, and it goes the way of its carrier (rules 720, 721, 722, 726, 728, 733)', async () => {
  const ends = new Set<string>()
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const { orders } = enter(new World(seed, 0.2))
    world().watch = watch
    emptyCarrier()
    charged = 0
    const order = toStore()
    orders.set(order.id, order)
    await trouble(order.id)
    await rest()
    const after = orders.get(order.id)
    assert.ok(after)
    check(after, seed)
    ends.add(`${after.status} ${after.payment?.state} ${after.parcels?.at(-1)?.state}`)
  }
  assert.ok(ends.size > 10, [...ends].join())
  assert.ok(collected.length > RUNS && collected.every((amount) => amount === 0))
})
