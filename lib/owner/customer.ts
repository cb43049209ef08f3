import { capturedAt } from '#lib/ledger/entries.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { isOpenReturn } from '#lib/order/return/return-rules.ts'
import { isDisputed } from '#lib/payment/dispute.ts'
import { watchedAttempts } from '#lib/payment/payment-checks.ts'
import { refundsUnderWay } from '#lib/payment/refund/refund-record.ts'
import { unrefundedReturn } from '#lib/payment/refund/refundable.ts'
import { isEmail, pastedText, typedEmail } from '#lib/text/plain-text.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'

// The sign-in service gives 28 letters and digits, and takes up to 128 characters.
const UID = /^[\w-]{20,128}$/

/** Returns a normalized e-mail or a uid, or undefined for other text. */
export function readCustomer(text: string): string | undefined {
  const pasted = pastedText(text).trim()
  const customer = pasted.includes('@') ? typedEmail(pasted) : pasted
  return isEmail(customer) || UID.test(customer) ? customer : undefined
}

/**
 * Retention of vouchers in years: five after the closing of the sale's year (Business Entity
 * Accounting Act, art. 38).
 */
const RETENTION_YEARS = 6

/**
 * Effect of an erasure on an order: nothing while it is open; the law keeps it
 * until a day (YYYY-MM-DD); or its person is erased.
 */
export type Erasure =
  | { readonly kind: 'open' }
  | { readonly kind: 'kept'; readonly until: string }
  | { readonly kind: 'erased' }

/** Returns the effect of an erasure on an order at `now`. One that is not finished, or under review, is kept. */
export function erasureOf(order: Order, now: Date): Erasure {
  const { status, payment, returnState } = order
  const isAllBack = payment?.state === 'refunded'
  const isOver = status === '已完成' || status === '已取消' || isAllBack
  const isHeld = payment?.review !== undefined || isDisputed(payment)
  // Money that is owed still has to go to somebody.
  const isOwed = refundsUnderWay(payment).length > 0 || unrefundedReturn(order) !== undefined
  // A number that was handed out may still bring money, which could go back to nobody.
  const mayBePaid = watchedAttempts(order, now).length > 0
  if (!isOver || isOpenReturn(returnState) || isHeld || isOwed || mayBePaid) return { kind: 'open' }
  const at = capturedAt(order)
  if (at === undefined) return { kind: 'erased' }
  const year = Number(taipeiDay(new Date(at)).slice(0, 4))
  const until = `${year + RETENTION_YEARS}-12-31`
  return taipeiDay(now) <= until ? { kind: 'kept', until } : { kind: 'erased' }
}

/**
 * The change that takes the person from an order; where the law keeps it, what the member and the
 * owner wrote beside it. Undefined for an order that is still open.
 */
export function eraseOrder(
  { kind }: Erasure,
  context: ChangeContext,
): Pick<OrderChange, 'events'> | undefined {
  return kind === 'open'
    ? undefined
    : { events: [newEvent('person.erased', { extent: kind }, context)] }
}
