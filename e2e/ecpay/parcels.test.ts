import assert from 'node:assert/strict'
import { test } from 'node:test'

import './hooks.ts'

import type { Order } from '#lib/order/order.ts'

import { clock, enter, runProcess, World, world } from './world.ts'

const { followParcels } = await import('#lib/parcel/follow-parcels.ts')
const { bookOrderParcel } = await import('#lib/parcel/book-parcel.ts')
const { liveParcel } = await import('#lib/parcel/order-parcel.ts')
const { toStore } = await import('#lib/parcel/parcels.fixture.ts')
const { booked, carrier } = await import('./stubs/carrier.ts')

const RUNS = 300

function press(id: string): Promise<unknown> {
  const order = world().orders.get(id)
  const context = { now: clock(), by: 'owner' as const, who: 'Mei' }
  return order ? bookOrderParcel(carrier(), order, context) : Promise.resolve()
}

async function trouble(id: string): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    const works = [
      () => press(id),
      () => press(id),
      () => followParcels(clock()),
      () => followParcels(clock()),
    ].filter(() => world().random() < 0.7)
    await Promise.all(works.map((work) => runProcess(work)))
    world().pass(world().random() * 300)
  }
}

async function rest(): Promise<void> {
  world().trouble = 0
  for (let round = 0; round < 8; round += 1) {
    world().pass(3600 * 3)
    await runProcess(() => followParcels(clock()))
  }
}

function check(order: Order, seed: number): void {
  const result = `run ${seed}: ${JSON.stringify([order.parcels, [...booked.values()]])}`
  const live = order.parcels?.filter(({ state }) => state !== 'refused') ?? []
  assert.ok(live.length <= 1, result)
  assert.deepEqual(
    [...booked.keys()],
    live.map(({ number }) => number),
    result,
  )
  const parcel = liveParcel(order)
  assert.equal(parcel?.ids?.carrierId, parcel && booked.get(parcel.number)?.ids.carrierId, result)
  if (parcel) assert.equal(parcel.state, 'booked', result)
}

test('after any faults an order has one live parcel at most, and the carrier no other (rules 720, 722)', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    enter(new World(seed, 0.2))
    booked.clear()
    const order = toStore()
    world().orders.set(order.id, order)
    await trouble(order.id)
    await rest()
    const after = world().orders.get(order.id)
    assert.ok(after)
    check(after, seed)
  }
})
