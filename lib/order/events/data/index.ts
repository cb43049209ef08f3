import { DISPUTE_EVENT_DATA } from './dispute.ts'
import { INVOICE_EVENT_DATA } from './invoice.ts'
import { ITEM_EVENT_DATA } from './item.ts'
import { MONEY_EVENT_DATA } from './money.ts'
import { ORDER_EVENT_DATA } from './order.ts'
import { PARCEL_EVENT_DATA } from './parcel.ts'
import { PAYMENT_EVENT_DATA } from './payment.ts'
import { RETURN_EVENT_DATA } from './return.ts'

/** Everything that can happen to an order: the shape of the data of each event, by its type. */
export const EVENT_DATA = {
  ...ORDER_EVENT_DATA,
  ...ITEM_EVENT_DATA,
  ...RETURN_EVENT_DATA,
  ...PARCEL_EVENT_DATA,
  ...INVOICE_EVENT_DATA,
  ...PAYMENT_EVENT_DATA,
  ...MONEY_EVENT_DATA,
  ...DISPUTE_EVENT_DATA,
}
