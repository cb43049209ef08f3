import type { EventOf, EventType } from '#lib/order/events.ts'
import { DISPUTE_EVENTS } from './dispute.ts'
import type { Effects } from './entry.ts'
import { INVOICE_EVENTS } from './invoice.ts'
import { GOODS_EVENTS } from './item.ts'
import { MONEY_EVENTS } from './money.ts'
import { ORDER_EVENTS } from './order.ts'
import { PARCEL_EVENTS } from './parcel.ts'
import { PAYMENT_EVENTS } from './payment.ts'
import { RETURN_EVENTS } from './return.ts'

/** All that follows from each event: what it changes, its words, mails, stock and ledger. */
const EVENTS = {
  ...ORDER_EVENTS,
  ...GOODS_EVENTS,
  ...RETURN_EVENTS,
  ...PARCEL_EVENTS,
  ...INVOICE_EVENTS,
  ...PAYMENT_EVENTS,
  ...MONEY_EVENTS,
  ...DISPUTE_EVENTS,
}

const EFFECTS: { readonly [Type in EventType]: Effects<EventOf<Type>> } = EVENTS

/** All that follows from events of this type. */
export function effectsOf<Type extends EventType>(type: Type): Effects<EventOf<Type>> {
  return EFFECTS[type]
}
