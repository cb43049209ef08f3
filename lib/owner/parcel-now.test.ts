import assert from 'node:assert/strict'
import { test } from 'node:test'

import { shipmentOf } from '#lib/parcel/order-parcel.ts'
import { makeParcel, toStore } from '#lib/parcel/parcels.fixture.ts'
import { at } from '#lib/payment/orders.fixture.ts'
import { parcelsNow } from './parcel-now.ts'

test('a parcel is where its carrier saw it last; one that was typed by hand has its carrier alone', () => {
  const seen = { state: 'waiting', code: '2063', at: '2026-11-25T04:00:00.000Z' } as const
  const booked = makeParcel({ state: 'waiting', sightings: [seen] })
  const sent = toStore({
    shipment: { ...shipmentOf(booked), shippedAt: at(60) },
    parcels: [booked],
  })
  const [now, ...others] = parcelsNow(sent)
  assert.deepEqual(others, [])
  assert.equal(now?.state, '到店，等待取件')
  assert.equal(now.lastSeenAt, seen.at)
  assert.match(now.page ?? '', /7-11/)
  const byHand = toStore({
    shipment: { carrier: '黑貓宅急便', trackingNumber: '9070-1234-5678', shippedAt: at(60) },
  })
  assert.partialDeepStrictEqual(parcelsNow(byHand), [
    { state: '已出貨', number: '9070-1234-5678', lastSeenAt: at(60) },
  ])
  assert.deepEqual(parcelsNow(toStore({})), [])
})
