import { after } from '#lib/payment/orders.fixture.ts'
import { ok } from '#lib/result.ts'
import { decideOnce } from './apply-decision.ts'
import { newEvent } from './events.ts'
import type { Order } from './order.ts'

const parcel = { carrier: '黑貓', trackingNumber: '9012' }

export const decide = decideOnce((order: Order) =>
  order.status === '已出貨'
    ? { ok: false, code: 'not-paid' }
    : ok({ events: [newEvent('parcel.shipped', { parcel }, after(1, 'owner'))] }),
)
