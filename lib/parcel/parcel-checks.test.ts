import assert from 'node:assert/strict'
import { test } from 'node:test'

import { nextParcelCheck } from './parcel-checks.ts'
import { withBooking } from './parcels.fixture.ts'

for (const [what, now, next] of [
  ['in the day: two hours later', '2026-11-23T12:30:00.000Z', '2026-11-23T14:30:00.000Z'],
  [
    'in the evening: at seven in the morning',
    '2026-11-23T13:00:00.000Z',
    '2026-11-23T23:00:00.000Z',
  ],
  [
    'before dawn: two hours later, from seven on',
    '2026-11-23T21:00:00.000Z',
    '2026-11-23T23:00:00.000Z',
  ],
  ['in the night: at seven too', '2026-11-23T19:59:00.000Z', '2026-11-23T23:59:00.000Z'],
] as const) {
  test(`a parcel on its way is asked about by day alone, ${what}`, () => {
    const order = withBooking({ state: 'handed-over' })
    assert.equal(nextParcelCheck(order, new Date(now)), next)
  })
}

test('a wish for another store is looked up when it has settled; from then on its parcel is, as always', () => {
  const at = '2026-11-23T04:00:00.000Z'
  const wish = { store: '7-11 100002', number: '100002', at }
  const storeChoice = { token: 't', store: '131386', requestedAt: at, wish }
  const order = withBooking({ state: 'store-closed' }, { storeChoice })
  const settled = '2026-11-23T04:02:00.000Z'
  assert.equal(nextParcelCheck(order, new Date('2026-11-23T04:01:59.999Z')), settled)
  assert.equal(nextParcelCheck(order, new Date(settled)), '2026-11-23T06:02:00.000Z')
})

test('a parcel of which nothing is heard is asked about for sixty days, one that was picked up for fourteen, to the millisecond', () => {
  const DAY = 24 * 60 * 60 * 1000
  const lastSeenAt = '2026-11-21T03:00:00.000Z'
  for (const [state, days] of [
    ['waiting', 60],
    ['picked-up', 14],
  ] as const) {
    const order = withBooking({ state, sightings: [{ state, code: '1', at: lastSeenAt }] })
    const end = Date.parse(lastSeenAt) + days * DAY
    assert.notEqual(nextParcelCheck(order, new Date(end)), null, state)
    assert.equal(nextParcelCheck(order, new Date(end + 1)), null, state)
  }
})
