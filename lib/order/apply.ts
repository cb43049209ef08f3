import { effectsOf } from './events/all.ts'
import type { EventOf, EventType, OrderEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'

function changeBy<Type extends EventType>(order: Order, event: EventOf<Type>): Order {
  return effectsOf(event.type).apply?.(order, event) ?? order
}

/** The order after an event, which joins its history. Every event can be applied to every order. */
export function apply(order: Order, event: OrderEvent): Order {
  const changed = changeBy(order, event)
  return { ...changed, history: [...changed.history, event] }
}

/** The order after these events, one after the other. */
export function applyEvents(order: Order, events: readonly OrderEvent[]): Order {
  return events.reduce(apply, order)
}

/** The order after a change. */
export function applyChange(order: Order, { events, schedule }: OrderChange): Order {
  return { ...applyEvents(order, events), ...schedule }
}

/** The fields of an order that a change wrote anew; what it took away is undefined. */
export function changedFields(before: Order, after: Order): Readonly<Record<string, unknown>> {
  const old = new Map<string, unknown>(Object.entries(before))
  const next = new Map<string, unknown>(Object.entries(after))
  const names = [...new Set([...old.keys(), ...next.keys()])]
  const changed = names.filter((name) => old.get(name) !== next.get(name))
  return Object.fromEntries(changed.map((name) => [name, next.get(name)]))
}
