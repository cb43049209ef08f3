import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '../../mail/outbox-store.ts'
import { changeDelivery, editRecipientChange, ship } from '../fulfilment.ts'
import { afterChange, changeIn } from '../payment/orders.fixture.ts'
import {
  canMove,
  isEnded,
  nextParcelCheck,
  PARCEL_STATES,
  type ParcelState,
  withSighting,
  buyerParcelText,
  parcelsFor,
} from './order-parcel.ts'
import { minute, makeParcel, toStore, withBooking } from './parcels.fixture.ts'

const lives: [string, ParcelState[]][] = [
  ['a sold parcel', ['booked', 'handed-over', 'at-centre', 'waiting', 'picked-up']],
  [
    'an unclaimed one',
    ['booked', 'handed-over', 'at-centre', 'waiting', 'unclaimed', 'back-in-store', 'collected'],
  ],
  [
    'one whose store closed',
    ['booked', 'handed-over', 'store-closed', 'store-changed', 'at-centre', 'waiting', 'picked-up'],
  ],
  [
    'one that was wrongly scanned',
    ['waiting', 'picked-up', 'mis-scanned', 'unclaimed', 'back-in-store', 'collected'],
  ],
  ['one that is delivered again', ['waiting', 'unclaimed', 'waiting', 'picked-up']],
  ['one that nobody fetched back', ['unclaimed', 'back-in-store', 'uncollected', 'sent-home']],
  ['one that comes to our store again', ['uncollected', 'back-in-store', 'collected']],
  ['one that is found again', ['at-centre', 'lost', 'waiting', 'picked-up']],
  ['one that is destroyed', ['back-in-store', 'uncollected', 'destroyed']],
  ['one that was never handed over', ['booked', 'expired']],
  ['one whose store changed, never handed over', ['booked', 'store-changed', 'expired']],
  ['one of which only the end was seen', ['booked', 'picked-up']],
]

for (const [name, states] of lives) {
  test(`${name} moves ${states.join(' → ')}`, () => {
    for (const [index, to] of states.entries()) {
      const from = states[index - 1]
      if (from !== undefined) assert.equal(canMove(from, to), true, `${from} → ${to}`)
    }
  })
}

const never: [ParcelState, ParcelState][] = [
  ['picked-up', 'waiting'],
  ['picked-up', 'unclaimed'],
  ['picked-up', 'lost'],
  ['waiting', 'at-centre'],
  ['waiting', 'handed-over'],
  ['handed-over', 'expired'],
  ['waiting', 'cancelled'],
  ['unclaimed', 'picked-up'],
]

for (const [from, to] of never) {
  test(`no parcel goes from ${from} to ${to}`, () => {
    assert.equal(canMove(from, to), false)
  })
}

test('nothing comes after an end, and nothing is booked again', () => {
  for (const state of PARCEL_STATES) {
    assert.equal(canMove(state, 'booked'), false, state)
    for (const end of PARCEL_STATES.filter(isEnded)) assert.equal(canMove(end, state), false)
  }
})

const sighting = (state: ParcelState, code: string, at: string) => ({ state, code, at })

test('a repeat changes nothing, the same event at another time counts, disorder moves nothing', () => {
  const arrived = sighting('waiting', '2073', '2026-11-25T02:00:00.000Z')
  const first = withSighting([], arrived)
  assert.deepEqual(first, { history: [arrived], moved: true })
  assert.equal(withSighting(first.history, arrived).moved, false)
  const before = sighting('at-centre', '2030', '2026-11-24T02:00:00.000Z')
  assert.deepEqual(withSighting(first.history, before), { history: [arrived], moved: false })
  const back = sighting('unclaimed', '2074', '2026-12-02T02:00:00.000Z')
  const again = sighting('waiting', '2098', '2026-12-03T02:00:00.000Z')
  const unclaimed = withSighting(first.history, back)
  assert.equal(withSighting(first.history, { ...back, at: arrived.at }).moved, true)
  const result = withSighting(unclaimed.history, again).history
  // The same code at another time is another event.
  const later = { ...arrived, at: '2026-12-03T02:00:00.000Z' }
  assert.equal(withSighting(unclaimed.history, later).moved, true)
  assert.deepEqual(
    result.map(({ code }) => code),
    ['2073', '2074', '2098'],
  )
})

test('a buyer reads where their newest parcel is, and nothing of one that is still here', () => {
  assert.equal(buyerParcelText(), '')
  assert.equal(buyerParcelText([makeParcel()]), '')
  assert.equal(buyerParcelText([makeParcel({ state: 'waiting' })]), '已到門市，請帶證件取件')
  const again = [makeParcel({ state: 'expired' }), makeParcel({ state: 'at-centre' })]
  assert.equal(buyerParcelText(again), '運送中')
})

test('the recipient of a booked parcel stays, and another store answers the question for one', () => {
  const context = { now: minute(30), by: 'owner' as const }
  const edited = { ...toStore().recipient, store: '7-11 100202 館前門市' }
  assert.deepEqual(editRecipientChange(withBooking(), edited, context), {
    ok: false,
    code: 'parcel-booked',
  })
  const storeChoice = { token: 't', store: '131386', askedAt: '2026-11-21T02:00:00.000Z' }
  const before = toStore({ storeChoice, parcelAlarm: 'no-store' })
  const answered = afterChange(before, changeIn(editRecipientChange(before, edited, context)))
  assert.deepEqual([answered.storeChoice, answered.parcelAlarm], [null, null])
  const over = withBooking({ state: 'cancelled' })
  assert.equal(editRecipientChange(over, edited, context).ok, true)
})

const home = (state: 'picked-up' | 'at-centre') =>
  buyerParcelText([makeParcel({ chain: '黑貓', state })])

test('a parcel home is delivered, not picked up', () => {
  assert.deepEqual([home('picked-up'), home('at-centre')], ['已送達', '配送中'])
})

test('an order whose parcel is booked ships with no other number, unless the owner says so', () => {
  const context = { now: minute(30), by: 'owner' as const }
  const other = { carrier: '黑貓宅急便', trackingNumber: '1111' }
  assert.deepEqual(ship(withBooking(), other, context), {
    ok: false,
    code: 'booked-otherwise',
    detail: 'G65445297175',
  })
  const same = { carrier: '7-11 交貨便', trackingNumber: 'g6544529-7175 ' }
  assert.equal(ship(withBooking(), same, context).ok, true)
  assert.equal(ship(withBooking(), { ...other, isDespiteBooking: true }, context).ok, true)
  assert.equal(ship(withBooking({ state: 'expired' }), other, context).ok, true)
  const unknown = withBooking({ state: 'booking', ids: undefined })
  assert.equal(ship(unknown, other, context).ok, false)
})

test('an order to a store goes to a door instead, and its buyer is told; not once a parcel is booked', () => {
  const context = { now: minute(30), by: 'owner' as const }
  const storeChoice = { token: 't', store: '131386', askedAt: '2026-11-21T02:00:00.000Z' }
  const before = toStore({ storeChoice, parcelAlarm: 'no-store' })
  const address = { zipcode: '100', city: '臺北市', area: '中正區', address: '重慶南路一段 1 號' }
  const recipient = { ...before.recipient, ...address, store: '' }
  const after = afterChange(
    before,
    changeIn(changeDelivery(before, { to: 'home', recipient }, context)),
  )
  assert.deepEqual(
    [after.shippingMethod, after.storeChoice, after.parcelAlarm, after.totalAmount],
    ['home', null, null, before.totalAmount],
  )
  const [mail] = mailsOf(before, after)
  assert.deepEqual(
    [mail?.kind, mail?.values.old_delivery],
    ['order-changed', '超商取貨 7-11 131386 重慶門市'],
  )
  const refused = [
    changeDelivery(before, { to: 'home', recipient: before.recipient }, context),
    changeDelivery(withBooking(), { to: 'home', recipient }, context),
    changeDelivery(toStore({ status: '已出貨' }), { to: 'home', recipient }, context),
  ].map((answer) => (answer.ok ? '' : answer.code))
  assert.deepEqual(refused, ['recipient-incomplete', 'parcel-booked', 'shipped-already'])
  assert.deepEqual(changeDelivery(before, { to: 'store', recipient }, context), {
    ok: true,
    data: undefined,
  })
})

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
  const storeChoice = { token: 't', store: '131386', askedAt: at, wish }
  const order = withBooking({ state: 'store-closed' }, { storeChoice })
  const settled = '2026-11-23T04:02:00.000Z'
  assert.equal(nextParcelCheck(order, new Date('2026-11-23T04:01:59.999Z')), settled)
  assert.equal(nextParcelCheck(order, new Date(settled)), '2026-11-23T06:02:00.000Z')
})

test('a parcel of which nothing is heard is asked about for sixty days, one that was picked up for fourteen, to the millisecond', () => {
  const DAY = 24 * 60 * 60 * 1000
  const seenAt = '2026-11-21T03:00:00.000Z'
  for (const [state, days] of [
    ['waiting', 60],
    ['picked-up', 14],
  ] as const) {
    const order = withBooking({ state, sightings: [{ state, code: '1', at: seenAt }] })
    const end = Date.parse(seenAt) + days * DAY
    assert.notEqual(nextParcelCheck(order, new Date(end)), null, state)
    assert.equal(nextParcelCheck(order, new Date(end + 1)), null, state)
  }
})

test("an order's own parcels and those of an exchange are apart", () => {
  const [parcel] = withBooking().parcels ?? []
  assert.ok(parcel)
  const parcels = [parcel, { ...parcel, number: 'L02', exchange: 1 }]
  const numbers = (exchange?: number) =>
    parcelsFor({ parcels }, exchange).map(({ number }) => number)
  assert.deepEqual(
    [numbers(), numbers(1), numbers(2), parcelsFor({})],
    [[parcel.number], ['L02'], [], []],
  )
})
