import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { unitsToReserve } from '#lib/order/placement.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { storeReference } from './create-attempt.ts'
import { extendedReservation, stockProblem } from './extend-reservation.ts'
import { CODE_METHODS, type PaymentMethod, providerOf } from './methods.ts'
import type { Stock } from './paid-with-reservation.ts'
import { noticeTimes } from './payment-checks.ts'
import { type Attempt, attemptEnd, codeAttempt, openPaymentCode } from './payment.ts'
import { termsOf } from './provider-terms.ts'

/** A number keeps units for days, so an order by number has at most so many of limited goods. */
export const MAX_UNITS_BY_CODE = 3

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An order keeps its units at most so long for a number, from its placement; in milliseconds. */
const LONGEST_RESERVATION = 4 * DAY

/** Why no number can be made for an order. */
export type PaymentCodeProblem = 'unverified' | 'many-units' | 'too-late' | 'other-number'

/** Until when a number that is asked for now can be paid: an account until the end of its day in Taipei. */
export function paymentCodeExpiry(method: PaymentMethod, now: Date): Date {
  const { days, minutes = 0 } = CODE_METHODS[method] ?? {}
  if (days === undefined) return new Date(now.getTime() + minutes * MINUTE)
  return new Date(`${taipeiDay(new Date(now.getTime() + days * DAY))}T23:59:59+08:00`)
}

function reservationEnds(method: PaymentMethod, expiresAt: Date): Date {
  const { lag = 0 } = termsOf(providerOf(method)).takesByItself ?? {}
  return new Date(expiresAt.getTime() + lag)
}

/**
 * Why an order can't be paid by a number of this way, as far as the order says, or undefined if it can, and for every
 * other way. An open number of the same way is shown again.
 */
export function paymentCodeProblem(
  order: Order,
  method: PaymentMethod,
  { products, now }: Pick<Stock, 'products'> & { readonly now: Date },
): PaymentCodeProblem | undefined {
  if (!CODE_METHODS[method]) return undefined
  const open = openPaymentCode(order.payment, now)
  if (open?.method === method) return undefined
  if (order.emailUnverified) return 'unverified'
  if (unitsToReserve(order, { products }) > MAX_UNITS_BY_CODE) return 'many-units'
  // By another way, one may still be paid or is just being made.
  const isMade = order.payment?.attempts.some(
    (attempt) =>
      attempt.method !== method && attempt.state === 'creating' && CODE_METHODS[attempt.method],
  )
  if (open || isMade) return 'other-number'
  const ends = reservationEnds(method, paymentCodeExpiry(method, now)).getTime()
  return ends - Date.parse(order.createdAt) > LONGEST_RESERVATION ? 'too-late' : undefined
}

/**
 * Whether another of an account's unpaid orders has a payment code that may still be paid, or is just being made: one
 * at a time keeps units for days.
 */
export function hasCodeElsewhere(
  { id }: Pick<Order, 'id'>,
  unpaid: readonly Order[],
  now: Date,
): boolean {
  const isMade = (attempt: Attempt) =>
    CODE_METHODS[attempt.method] !== undefined &&
    attempt.state === 'creating' &&
    now.getTime() <= attemptEnd(attempt)
  const hasCode = ({ payment }: Order) =>
    openPaymentCode(payment, now) !== undefined || payment?.attempts.some(isMade) === true
  return unpaid.some((order) => order.id !== id && hasCode(order))
}

/** A number that a provider made, as it is stored before anybody is shown it. */
type MadeNumber = Pick<Attempt, 'number' | 'approveAt' | 'shown' | 'expiresAt'> & {
  readonly reference: string
}

/**
 * Stores a made number with the time for which it keeps the units. Where the order ended meanwhile or the stock
 * allows it no more, the number is shown to nobody, and only watched.
 */
export function storePaymentCode(
  order: Order,
  { shown, expiresAt, ...created }: MadeNumber,
  stock: Stock,
  context: ChangeContext,
): OrderChange | undefined {
  const method = order.payment?.attempts.find(({ number }) => number === created.number)?.method
  if (!shown || expiresAt === undefined || method === undefined) {
    return storeReference(order, created, context)
  }
  const isWanted =
    order.status === '待付款' &&
    order.payment?.review === undefined &&
    stockProblem(order, stock, context.now) === undefined
  const opened = storeReference(
    order,
    { ...created, expiresAt, ...(isWanted ? { shown } : {}) },
    context,
  )
  if (!opened) return undefined
  const { number: attempt } = created
  const more = isWanted
    ? extendedReservation(
        order,
        { until: reservationEnds(method, new Date(expiresAt)), firstTimeGroup: 'verified' },
        stock,
        context,
      )
    : [newEvent('attempt.closed', { attempt, cause: 'not-wanted' }, context)]
  return { events: [...opened.events, ...more] }
}

/** The change that tells a buyer that a number can be paid only for some hours, or no more, or undefined if that was done. */
export function paymentCodeNotice(order: Order, context: ChangeContext): OrderChange | undefined {
  const { number = 0 } = codeAttempt(order.payment) ?? {}
  const [soon = Infinity, ends = Infinity] = noticeTimes(order)
  const now = context.now.getTime()
  const type = now >= ends ? 'payment-code.expired' : 'payment-code.reminded'
  const isNotified = order.history.some(
    (orderEvent) => orderEvent.type === type && orderEvent.data.attempt === number,
  )
  if (now < soon || isNotified) return undefined
  return { events: [newEvent(type, { attempt: number }, context)] }
}
