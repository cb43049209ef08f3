import { EMPTY_RECIPIENT, type Recipient } from '../delivery/recipient.ts'
import { applyEvents } from '../order/apply.ts'
import { type ChangeContext, newEvent, type OrderEvent, withIds } from '../order/events.ts'
import { capturedAt } from '../order/effects.ts'
import type { Order } from '../order/order.ts'
import { isDisputed } from '../order/payment/payment.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { isEmail } from '../text/plain-text.ts'

// The sign-in service gives 28 letters and digits, and takes up to 128 characters.
const UID = /^[\w-]{20,128}$/

/** Returns a normalized e-mail or a uid (rule 52), or undefined for other text. */
export function readCustomer(text: string): string | undefined {
  const customer = text.normalize('NFKC').trim()
  return isEmail(customer) || UID.test(customer) ? customer : undefined
}

/**
 * Retention of vouchers in years: five after the closing of the sale's year (Business Entity
 * Accounting Act, art. 38).
 */
const KEPT_YEARS = 6

/**
 * Effect of an erasure on an order: nothing while it is open; the law keeps it
 * until a day (YYYY-MM-DD); or its person is erased.
 */
export type Erasure =
  | { readonly kind: 'open' }
  | { readonly kind: 'kept'; readonly until: string }
  | { readonly kind: 'erased' }

function keptUntil(order: Order): string | undefined {
  const at = capturedAt(order)
  if (at === undefined) return undefined
  const year = Number(taipeiDay(new Date(at)).slice(0, 4))
  return `${year + KEPT_YEARS}-12-31`
}

/** Returns the effect of an erasure on an order at `now`. One that is not finished, or under review, is kept. */
export function erasureOf(order: Order, now: Date): Erasure {
  const { status, payment, returnState } = order
  const isAllBack = payment?.state === 'refunded'
  const isOver = status === '已完成' || status === '已取消' || isAllBack
  const isReturning = returnState === 'asked' || returnState === 'accepted'
  const isHeld = payment?.review !== undefined || isDisputed(payment)
  if (!isOver || isReturning || isHeld) return { kind: 'open' }
  const until = keptUntil(order)
  return until !== undefined && taipeiDay(now) <= until
    ? { kind: 'kept', until }
    : { kind: 'erased' }
}

// Earlier recipients, the owner's notes and a member's reasons; what the owner said to an event of the order stays.
function withoutPerson(event: OrderEvent, recipient: Recipient): OrderEvent {
  switch (event.type) {
    case 'order.placed':
      return event.data.recipient ? { ...event, data: { ...event.data, recipient } } : event
    case 'recipient.edited':
      return { ...event, data: { before: {} } }
    case 'note.added': {
      const { note: _note, ...kept } = event
      return kept
    }
    case 'return.requested': {
      const { note: _note, ...kept } = event
      const { contact: _contact, ...data } = event.data
      return { ...kept, data }
    }
    case 'other':
      return {
        ...event,
        data: { stored: { type: event.data.stored.type, at: event.at, by: event.by } },
      }
    default:
      return event
  }
}

/** An order without its person; where the law keeps it, without what the member and the owner wrote beside it. */
export function erasedOrder(order: Order, erasure: Erasure, context: ChangeContext): Order {
  if (erasure.kind === 'open') return order
  const erased = newEvent('person.erased', { extent: erasure.kind }, context)
  const isKept = erasure.kind === 'kept'
  const recipient = isKept ? { ...order.recipient, note: '' } : EMPTY_RECIPIENT
  const history = order.history.map((one) => withoutPerson(one, recipient))
  return applyEvents({ ...order, history }, withIds([erased], `${order.id}-${erasure.kind}`))
}
