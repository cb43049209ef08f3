import { z } from 'zod'

import type { EventOf, EventType, OrderEvent } from '../events.ts'
import { type CountedEffects, type Effects, frame } from './entry.ts'
import { DISPUTE_EVENTS } from './dispute.ts'
import { GOODS_EVENTS } from './goods.ts'
import { INVOICE_EVENTS } from './invoice.ts'
import { MONEY_EVENTS } from './money.ts'
import { ORDER_EVENTS } from './order.ts'
import { PARCEL_EVENTS } from './parcel.ts'
import { PAYMENT_EVENTS } from './payment.ts'
import { RETURN_EVENTS } from './returns.ts'

/** Everything that can happen to an order, each with its data and all that follows from it. */
export const EVENTS = {
  ...ORDER_EVENTS,
  ...GOODS_EVENTS,
  ...RETURN_EVENTS,
  ...PARCEL_EVENTS,
  ...INVOICE_EVENTS,
  ...PAYMENT_EVENTS,
  ...MONEY_EVENTS,
  ...DISPUTE_EVENTS,
}

/** Events whose author must say what they do to the stock and to the ledger: forgetting it loses goods or money. */
type CountedType = Extract<EventType, `${'order' | 'hold' | 'money' | 'return'}.${string}`>

const EFFECTS: { readonly [Type in EventType]: Effects<EventOf<Type>> } = EVENTS satisfies {
  readonly [Type in CountedType]: CountedEffects<EventOf<Type>>
}

/** All that follows from events of this type. */
export function effectsOf<Type extends EventType>(type: Type): Effects<EventOf<Type>> {
  return EFFECTS[type]
}

const SCHEMAS = new Map(
  Object.entries(EVENTS).map(([type, { data }]) => [
    type,
    z.object({ ...frame, type: z.literal(type), data }).pipe(z.custom<OrderEvent>()),
  ]),
)

/** The schema of a stored event of this type; undefined for a type that this version does not know. */
export function eventSchema(type: string) {
  return SCHEMAS.get(type)
}
