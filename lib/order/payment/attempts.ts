import { startAttempt } from '../apply-attempts.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { nextCheck } from './sweep-schedule.ts'
import { type PaymentMethod, termsOf } from './methods.ts'
import { type Attempt, ATTEMPTS_AN_HOUR, MOST_REFUSALS, type Payment } from './payment.ts'
import { hasPayment } from './payment-change.ts'
import { defined } from '../../defined.ts'

const HOUR = 60 * 60 * 1000

/** Decision about a press of a payment button. */
export type CreateDecision =
  /** This attempt is to be created at the provider; a repeat has the same number, and so the same key. */
  | { readonly kind: 'create'; readonly attempt: Attempt; readonly change?: OrderChange }
  /** This attempt can still be approved. */
  | { readonly kind: 'reuse'; readonly attempt: Attempt }
  | { readonly kind: 'too-many' }

// Finds this button's attempt that the buyer can still approve; none after MOST_REFUSALS refusals.
function openAttempt(payment: Payment | undefined, method: PaymentMethod): Attempt | undefined {
  return payment?.attempts.findLast(
    ({ method: by, state, refusals, missingAt }) =>
      by === method &&
      refusals < MOST_REFUSALS &&
      missingAt === undefined &&
      (state === 'open' || state === 'refused'),
  )
}

/** Joins or reuses this button's attempt, else starts one, at most ATTEMPTS_AN_HOUR an hour. */
export function decideCreate(
  order: Order,
  by: { readonly provider: string; readonly method: PaymentMethod },
  context: ChangeContext,
): CreateDecision {
  const { payment } = order
  const attempts = payment?.attempts ?? []
  const creating = attempts.findLast(
    ({ method, state }) => method === by.method && state === 'creating',
  )
  if (creating) return { kind: 'create', attempt: creating }
  const open = openAttempt(payment, by.method)
  if (open) return { kind: 'reuse', attempt: open }
  const since = new Date(context.now.getTime() - HOUR).toISOString()
  const recent = attempts.filter(({ startedAt }) => startedAt > since)
  if (recent.length >= ATTEMPTS_AN_HOUR) return { kind: 'too-many' }
  const number = Math.max(0, ...attempts.map((attempt) => attempt.number)) + 1
  const data = { attempt: number, method: by.method }
  const started = newEvent('attempt.started', data, context)
  return { kind: 'create', attempt: startAttempt(started), change: { events: [started] } }
}

/** Stores the provider's reference before the browser gets it. The time to approve starts now. */
export function storeReference(
  order: Order,
  created: Pick<Attempt, 'number' | 'approveAt'> & { readonly reference: string },
  context: ChangeContext,
): OrderChange | undefined {
  const { number, reference, approveAt } = created
  const attempt = order.payment?.attempts.find((one) => one.number === number)
  if (!hasPayment(order) || attempt?.state !== 'creating') return undefined
  const page = defined({ approveAt })
  const data = { attempt: number, reference, ...page }
  return { events: [newEvent('attempt.opened', data, context)] }
}

/** The change when the provider refused to make an order: the next press begins another attempt. */
export function refuseCreate(
  order: Order,
  refused: { readonly number: number; readonly reason: string },
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = order.payment?.attempts.find(({ number }) => number === refused.number)
  if (!hasPayment(order) || attempt?.state !== 'creating') return undefined
  const { number, reason: issue } = refused
  return { events: [newEvent('attempt.refused', { attempt: number, issue }, context)] }
}

/** The change that ends attempts that nobody approved in time; undefined without any. */
export function closeOverdue(order: Order, context: ChangeContext): OrderChange | undefined {
  if (!hasPayment(order)) return undefined
  const isOverdue = ({ state, startedAt, provider }: Attempt) =>
    ['creating', 'open', 'refused'].includes(state) &&
    context.now.getTime() - Date.parse(startedAt) > termsOf(provider).openFor
  const cause = 'not-approved-in-time'
  const events = order.payment.attempts
    .filter(isOverdue)
    .map(({ number }) => newEvent('attempt.closed', { attempt: number, cause }, context))
  return events.length === 0 ? undefined : { events }
}

/** The next check of an order after one without news; undefined when there is nothing to check. */
export function postponeCheck(order: Order, now: Date): Order['check'] {
  const sweepCount = (order.check?.looks ?? 0) + 1
  return nextCheck(order, now, sweepCount) ?? undefined
}
