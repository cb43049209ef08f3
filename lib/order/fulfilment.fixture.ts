import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import type { Actor } from '#lib/order/events/event-frame.ts'
import {
  after,
  afterChange,
  at,
  changeIn,
  makeAttempt,
  makeOrder,
  makePayment,
} from '#lib/payment/orders.fixture.ts'
import type { Payment } from '#lib/payment/payment.ts'
import type { ChangeContext } from './events.ts'
import type { Order } from './order.ts'
import { ship } from './ship-order.ts'

export const context: ChangeContext = { ...after(10, 'owner'), who: 'wang' }

export const parcel = { carrier: ' 黑貓宅急便 ', trackingNumber: ' 9012345678 ' }

export function makePaid(
  overrides: Partial<Order> = {},
  payment: Partial<Omit<Payment, 'state'>> = {},
): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  return makeOrder({ status: '已付款', payment: makePayment(attempts, payment), ...overrides })
}

export const parcelUndoShipping = { carrier: '黑貓宅急便', trackingNumber: '9012' }

const payment = makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })])

export const paid = makeOrder({ status: '已付款', paidAt: at(9), payment })

export function shipPaid(by: Actor = 'owner'): Order {
  return afterChange(paid, changeIn(ship(paid, parcelUndoShipping, after(20, by))))
}

export const contextEdits = { ...after(5, 'owner'), who: 'lin' }

export const recipient = recipientSchema.parse({
  lastName: '王',
  firstName: '芳',
  phone: '0912345678',
  email: 'fang@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '忠孝西路 1 號',
})

export const order = makeOrder({ recipient })
