import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order/order.ts'
import { makeParcel, toStore, withBooking } from '../order/parcel/parcels.fixture.ts'
import { canPrintLabel, parcelsOf } from './read-parcels.ts'

const withNumber = (id: string, order: Order): Order => ({ ...order, id, orderNumber: id })
const ids = (orders: readonly Order[]) => orders.map(({ id }) => id)

test("the owner's parcels: what can be booked, what must be mended first, and what is to be handed over by when (rule 735)", () => {
  const preorder = toStore()
  const [item] = preorder.items
  assert.ok(item)
  const waiting = { ...preorder, items: [{ ...item, preorder: { shipsAbout: '2099-01-01' } }] }
  const typed = { ...preorder.recipient, store: '7-11 重慶門市' }
  const late = { bookedAt: '2026-11-22T02:00:00.000Z' }
  const day = parcelsOf(
    [
      withNumber('ready', toStore()),
      withNumber('home', toStore({ shippingMethod: 'home' })),
      withNumber('waiting', waiting),
      withNumber('by-name', toStore({ recipient: typed })),
      withNumber('asked', toStore({ storeChoice: { token: 't', store: '1', askedAt: '' } })),
      withNumber('later', withBooking(late)),
      withNumber('first', withBooking()),
      withNumber('expired', withBooking({ state: 'expired' })),
    ],
    { sendsHome: false },
  )
  assert.deepEqual(ids(day.toBook), ['ready', 'expired'])
  assert.deepEqual(ids(day.unfit), ['by-name'])
  assert.deepEqual(
    day.booked.map(({ order, handOverBy }) => [order.id, handOverBy]),
    [
      ['first', '2026-11-27'],
      ['later', '2026-11-28'],
    ],
  )
})

test('parcels home stand among them where the carrier goes home (rule 738)', () => {
  const home = withNumber('home', toStore({ shippingMethod: 'home' }))
  const booked = withNumber('booked', withBooking({ chain: '黑貓' }, { shippingMethod: 'home' }))
  const orders = [home, booked]
  const day = parcelsOf(orders, { sendsHome: true })
  // The fixture's recipient has no address.
  assert.deepEqual(ids(day.unfit), ['home'])
  assert.deepEqual(
    day.booked.map(({ order, handOverBy }) => [order.id, handOverBy]),
    [['booked', '2026-12-11']],
  )
  assert.deepEqual(parcelsOf(orders, { sendsHome: false }).booked, [])
})

test('a label is printed for a booked parcel that may be shipped and collects nothing (rules 728, 729, 735)', () => {
  const order = withBooking()
  const { payment } = order
  assert.ok(payment)
  assert.equal(canPrintLabel(order), true)
  assert.equal(canPrintLabel(toStore()), false)
  assert.equal(canPrintLabel(withBooking({ state: 'waiting' })), false)
  assert.equal(canPrintLabel({ ...order, parcels: [makeParcel({ collect: 100 })] }), false)
  assert.equal(canPrintLabel({ ...order, payment: { ...payment, state: 'refunded' } }), false)
})
