import type { Actor } from '#lib/order/events/event-frame.ts'
import { effectsOf } from '#lib/order/events/index.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { toSingleLine } from '#lib/text/plain-text.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { OrderEvent } from './events.ts'
import type { Order } from './order.ts'

const ACTORS: Readonly<Record<Actor, (provider: string) => string>> = {
  member: () => '會員',
  provider: (provider) => provider,
  sweep: () => '定期檢查',
  owner: () => '店主',
}

// Beside a Chinese provider's name stands no blank; what somebody typed keeps its own.
function closeUpBeside(text: string, provider: string): string {
  const beside = new RegExp(String.raw`\p{Script=Han}? ?${provider} ?\p{Script=Han}?`, 'gu')
  return text.replaceAll(beside, closeUp)
}

/** One event of an order as text: when, who, what, and why if that adds something; each on one line. */
export type TimelineEntry = {
  readonly at: string
  readonly time: string
  readonly who: string
  readonly what: string
  readonly why: string
}

// Steps between the shop and its providers: what came of them is an event of its own.
const ROUTINE: ReadonlySet<OrderEvent['type']> = new Set<OrderEvent['type']>([
  'attempt.started',
  'attempt.opened',
  'attempt.approved',
  'attempt.missing',
  'attempt.found',
  'attempt.posted',
  'attempt.paid-notice',
  'attempt.closed',
  'attempts.unwatched',
  'capture.claimed',
  'capture.released',
  'money.captured',
  'money.recorded',
  'refund.owner-reminded',
  'refund.sent',
  'refund.not-found',
  'refund.pending',
  'refund.done',
  'refunds.unwatched',
  'reservation.expired',
  'reservation.renewed',
  'reservation.extended',
  'invoice.due',
  'invoice.requested',
  'invoice.missing',
  'invoice.not-issued',
  'invoice.compared',
  'invoice.settled',
  'document.requested',
  'document.missing',
  'parcel.requested',
  'parcel.missing',
  'parcel.numbered',
  'parcel.charged',
  'parcel.alarmed',
  'parcel.settled',
  'store.change-requested',
])

/** Whether an event is a step of the machinery, of which nobody asks who reads what became of an order. */
export function isRoutine({ type }: Pick<OrderEvent, 'type'>): boolean {
  return ROUTINE.has(type)
}

/** An event of an order with this payment, as text. What a person wrote about it stands as its reason. */
export function timelineEntry(event: OrderEvent, payment: Order['payment']): TimelineEntry {
  const { at, by, who, note } = event
  const provider = providerTitle(payment)
  const { what, why = '' } = effectsOf(event.type).words(event.data, provider)
  return {
    at,
    time: formatTime(new Date(at)),
    who: toSingleLine(ACTORS[by](provider) + (who === undefined ? '' : ` ${who}`)),
    what: toSingleLine(closeUpBeside(what, provider)),
    why: toSingleLine(note ?? closeUpBeside(why, provider)),
  }
}
