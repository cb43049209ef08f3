import { toSingleLine } from '../text/plain-text.ts'
import { formatTime } from '../time/taipei-time.ts'
import { effectsOf } from './events/all.ts'
import type { EventOf, EventType, OrderEvent, Actor } from './events.ts'
import type { Order } from './order.ts'
import { providerTitle } from './payment/payment-status.ts'

const ACTORS: Readonly<Record<Actor, (provider: string) => string>> = {
  member: () => '會員',
  provider: (provider) => provider,
  sweep: () => '定期檢查',
  owner: () => '店主',
}

function wordsOf<Type extends EventType>(event: EventOf<Type>, provider: string) {
  return effectsOf(event.type).words(event.data, provider)
}

/** One event of an order in words: when, who, what, and why if that adds something; each on one line. */
export type TimelineEntry = {
  readonly at: string
  readonly time: string
  readonly who: string
  readonly what: string
  readonly why: string
}

/** An event of an order with this payment, in words. What a person wrote about it stands as its reason. */
export function timelineEntry(event: OrderEvent, payment: Order['payment']): TimelineEntry {
  const { at, by, who, note } = event
  const provider = providerTitle(payment)
  const { what, why = '' } = wordsOf(event, provider)
  return {
    at,
    time: formatTime(new Date(at)),
    who: toSingleLine(ACTORS[by](provider) + (who === undefined ? '' : ` ${who}`)),
    what: toSingleLine(what),
    why: toSingleLine(note ?? why),
  }
}
