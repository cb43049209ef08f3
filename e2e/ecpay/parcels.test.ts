import './hooks.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { movementsSince } from '#lib/order/since.fixture.ts'
import { PARCEL_ALARMS } from '#lib/parcel/order-parcel.ts'
import { parcelProblems, parcelsAtRest } from './parcel-rules.ts'
import { checkHistory, clock, enter, runProcess, store, World, world } from './world.ts'

const { newEvent } = await import('#lib/order/events.ts')
const { followParcels, receivePush } = await import('#lib/parcel/track-parcels.ts')
const { bookOrderParcel } = await import('#lib/parcel/book-parcel.ts')
const { toStore } = await import('#lib/parcel/parcels.fixture.ts')
const { booked, carrier, collected, emptyCarrier, liveOn } = await import('./outside/carrier.ts')

const RUNS = 300

// Fees of a run's parcels in the ledger.
let charged = 0

function watch(before: Order, after: Order): void {
  const result = JSON.stringify([
    before.status,
    before.payment?.state,
    before.parcels,
    after.parcels,
  ])
  for (const { fee = 0 } of movementsSince(before, after)) charged -= fee
  assert.deepEqual(parcelProblems(before, after), [], result)
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
  store(order, { events: [refund] })
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

// Asserts that events raise every alarm.
function checkAlarm(order: Order, result: string): void {
  const alarmed = order.history.flatMap((event) =>
    event.type === 'parcel.alarmed' ? event.data.alarm : [],
  )
  if (order.parcelAlarm) {
    assert.ok(PARCEL_ALARMS.includes(order.parcelAlarm), result)
    assert.ok(alarmed.includes(order.parcelAlarm), result)
  }
}

function check(order: Order, seed: number): void {
  const result = `run ${seed}: ${JSON.stringify([order.status, order.payment?.state, order.parcels, [...booked.values()]])}`
  const sent = order.parcels?.filter(({ state }) => state !== 'refused') ?? []
  assert.deepEqual(parcelsAtRest(order, booked), [], result)
  assert.ok(eventsOf(order, 'parcel.shipped') <= 1, result)
  assert.equal(
    charged,
    sent.reduce((sum, { fee = 0 }) => sum + fee, 0),
    result,
  )
  checkAlarm(order, result)
}

test('after any faults an order has one live parcel at most, and it goes the way of its carrier', async () => {
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
    checkHistory(order, after)
    ends.add(`${after.status} ${after.payment?.state} ${after.parcels?.at(-1)?.state}`)
  }
  assert.ok(ends.size > 10, [...ends].join())
  assert.ok(collected.length > RUNS && collected.every((amount) => amount === 0))
})
