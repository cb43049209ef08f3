import { type EventData, type EventType, newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { after } from '#lib/payment/orders.fixture.ts'
import { effectsOf } from './index.ts'

const numbered = (name: string) => `${name}-1`

/** The mails of an event of an order, by name, and what they say besides the order. */
export function mailsOf<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  order: Order,
  note = '',
) {
  const event = newEvent(type, data, { ...after(9, 'sweep'), reason: note })
  return (effectsOf(type).mail?.(event, { order, numbered }) ?? []).map(
    ({ event: name, values }) => ({ name, values }),
  )
}

/** An order after an event of nine minutes past its placement. */
export function afterEvent<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  order: Order,
): Order {
  return effectsOf(type).apply?.(order, newEvent(type, data, after(9))) ?? order
}
