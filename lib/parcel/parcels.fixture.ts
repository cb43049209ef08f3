import type { Order } from '#lib/order/order.ts'
import { makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import type { ParcelRecord } from './carrier.ts'
import type { OrderParcel } from './order-parcel.ts'

export { at, minute } from '#lib/payment/orders.fixture.ts'

/** The ids of a booked parcel. */
export const IDS = {
  chain: '7-11',
  carrierId: '1700001',
  paymentNo: 'G6544529',
  validation: '7175',
} as const

/** A paid order of two shirts to a 7-11 store. */
export function toStore(overrides: Partial<Order> = {}): Order {
  const order = makeOrder({ status: '已付款', shippingMethod: 'store' })
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  return {
    ...order,
    payment: makePayment([captured], { captureId: 'C1' }),
    items: [
      {
        id: 'otr-001',
        title: '旅見 T 恤',
        color: '白色',
        size: 'M',
        quantity: 2,
        price: 1500,
        image: '/images/x.jpg',
      },
    ],
    recipient: {
      ...order.recipient,
      lastName: '王',
      firstName: '小美',
      phone: '0933-222-111',
      email: 'mei@example.com',
      store: '7-11 131386 重慶門市',
    },
    ...overrides,
  }
}

/** Its parcel, booked and not handed over. */
export function makeParcel(overrides: Partial<OrderParcel> = {}): OrderParcel {
  const { chain, ...ids } = IDS
  return {
    number: 'OT261121100001L01',
    chain,
    store: '131386',
    value: 3000,
    state: 'booked',
    claim: 'one',
    sentAt: '2026-11-21T02:10:00.000Z',
    ids,
    bookedAt: '2026-11-21T02:10:01.000Z',
    sightings: [{ state: 'booked', code: '300', at: '2026-11-21T02:10:01.000Z' }],
    ...overrides,
  }
}

/** The order with its parcel. */
export function withBooking(
  overrides: Partial<OrderParcel> = {},
  more: Partial<Order> = {},
): Order {
  const parcel = makeParcel(overrides)
  return toStore({ parcels: [parcel], parcelRefs: [parcel.number, IDS.carrierId], ...more })
}

/** A carrier's record of a parcel. */
export function makeRecord(overrides: Partial<ParcelRecord> = {}): ParcelRecord {
  return {
    number: 'OT261121100001L01',
    ids: IDS,
    state: 'booked',
    code: '300',
    words: '',
    value: 3000,
    collect: 0,
    fee: 60,
    ...overrides,
  }
}
