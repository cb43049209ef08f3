import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { changeDelivery, editRecipientChange } from '#lib/order/edit-recipient.ts'
import { ship } from '#lib/order/ship-order.ts'
import { afterChange, changeIn } from '#lib/payment/orders.fixture.ts'
import { parcelsFor } from './order-parcel.ts'
import { minute, toStore, withBooking } from './parcels.fixture.ts'

test('the recipient of a booked parcel stays, and another store answers the question for one', () => {
  const context = { now: minute(30), by: 'owner' as const }
  const edited = { ...toStore().recipient, store: '7-11 100202 館前門市' }
  assert.deepEqual(editRecipientChange(withBooking(), edited, context), {
    ok: false,
    code: 'parcel-booked',
  })
  const storeChoice = { token: 't', store: '131386', requestedAt: '2026-11-21T02:00:00.000Z' }
  const before = toStore({ storeChoice, parcelAlarm: 'no-store' })
  const answered = afterChange(before, changeIn(editRecipientChange(before, edited, context)))
  assert.deepEqual([answered.storeChoice, answered.parcelAlarm], [null, null])
  const over = withBooking({ state: 'cancelled' })
  assert.equal(editRecipientChange(over, edited, context).ok, true)
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

test('an order to a store goes to a door instead, and its buyer is notified; not once a parcel is booked', () => {
  const context = { now: minute(30), by: 'owner' as const }
  const storeChoice = { token: 't', store: '131386', requestedAt: '2026-11-21T02:00:00.000Z' }
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
