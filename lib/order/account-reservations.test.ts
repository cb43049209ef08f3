import assert from 'node:assert/strict'
import { test } from 'node:test'

import { at, minute } from '#lib/payment/orders.fixture.ts'
import { type AccountOrders, grantReservation, recentOrders } from './account-reservations.ts'
import { customer, reservation, NEW, now, unverified, verified } from './placement.fixture.ts'

test('orders count for sixty minutes', () => {
  const times = [at(-60), at(-59), at(-1)]
  assert.deepEqual(recentOrders(times, now), times.slice(1))
})

const grants: [string, number, Partial<AccountOrders>, typeof verified, number | undefined][] = [
  ['five units of an unverified account', 5, {}, unverified, 30],
  ['six units of an unverified account', 6, {}, unverified, undefined],
  ['ten units of a verified account', 10, {}, verified, 60],
  ['eleven units of a verified account', 11, {}, verified, undefined],
  ['twenty units of a customer', 20, {}, customer, 60],
  [
    'units beside others that are held',
    6,
    { reservations: [reservation(5, 1)] },
    verified,
    undefined,
  ],
  ['as many as are left beside others', 5, { reservations: [reservation(5, 1)] }, verified, 60],
  ['units after others were held', 10, { reservations: [reservation(5, 0)] }, verified, 60],
  ['as many as a day has', 10, { reservations: [reservation(10, -90)] }, verified, 60],
  ['more than a day has', 10, { reservations: [reservation(11, -90)] }, verified, undefined],
  [
    'more than a day of a customer has',
    20,
    { reservations: [reservation(81, -90)] },
    customer,
    undefined,
  ],
  ['the second order of an unverified account', 2, { reservedSince: at(-10) }, unverified, 20],
  ['its third, when its time is over', 2, { reservedSince: at(-30) }, unverified, undefined],
  ['one of the same day', 2, { reservedSince: at(-24 * 60 + 1) }, unverified, undefined],
  ['one of the next day', 2, { reservedSince: at(-24 * 60) }, unverified, 30],
  ['a second order of a verified account', 2, { reservedSince: at(-50) }, verified, 60],
]

for (const [name, units, overrides, limits, minutes] of grants) {
  test(`${name}: ${minutes === undefined ? 'no reservation' : `held for ${minutes} minutes`}`, () => {
    const granted = grantReservation(units, { ...NEW, ...overrides }, limits, now)
    assert.deepEqual(granted?.until, minutes === undefined ? undefined : minute(minutes))
  })
}
