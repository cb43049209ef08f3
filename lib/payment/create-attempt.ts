import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import { startedAttempt } from '#lib/order/events/payment.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { defined } from '#lib/result.ts'
import type { PaymentMethod } from './methods.ts'
import { type Attempt, ATTEMPTS_AN_HOUR, findAttempt, MOST_REFUSALS } from './payment.ts'
import { termsOf } from './provider-terms.ts'

const HOUR = 60 * 60 * 1000

/** Decision about a press of a payment button. */
export type CreateDecision =
  /** This attempt is to be created at the provider; a repeat has the same number, and so the same key. */
  | { readonly kind: 'create'; readonly attempt: Attempt; readonly change?: OrderChange }
  /** This attempt can still be approved. */
  | { readonly kind: 'reuse'; readonly attempt: Attempt }
  | { readonly kind: 'too-many' }

function isReusable(attempt: Attempt, context: ChangeContext): boolean {
  const { takesByItself } = termsOf(attempt.provider)
  // A number that was made is made once: until its deadline the same one is shown.
  if (takesByItself?.isShown) return Date.parse(attempt.expiresAt ?? '') > context.now.getTime()
  if (attempt.missingAt !== undefined) return false
  return takesByItself === undefined || mayLeave(attempt, context)
}

/**
 * Whether a buyer may still be sent to the provider with this attempt's number, where the money moves there: it is young,
 * and no browser has brought the number there yet, for a provider takes each number once.
 */
export function mayLeave(
  { state, provider, postedAt, startedAt }: Attempt,
  { now }: Pick<ChangeContext, 'now'>,
): boolean {
  const { leavesFor = 0 } = termsOf(provider).takesByItself ?? {}
  const isYoung = now.getTime() - Date.parse(startedAt) < leavesFor
  return state === 'open' && postedAt === undefined && isYoung
}

/** Joins or reuses this button's attempt, else starts one, at most ATTEMPTS_AN_HOUR an hour. */
export function decideCreate(
  order: Order,
  by: { readonly provider: string; readonly method: PaymentMethod },
  context: ChangeContext,
): CreateDecision {
  const attempts = order.payment?.attempts ?? []
  const own = attempts.filter(({ method }) => method === by.method)
  const creating = own.findLast(({ state }) => state === 'creating')
  if (creating) return { kind: 'create', attempt: creating }
  const open = own.findLast(
    (attempt) =>
      attempt.refusals < MOST_REFUSALS &&
      (attempt.state === 'open' || attempt.state === 'refused') &&
      isReusable(attempt, context),
  )
  if (open) return { kind: 'reuse', attempt: open }
  const since = new Date(context.now.getTime() - HOUR).toISOString()
  const recent = attempts.filter(({ startedAt }) => startedAt > since)
  if (recent.length >= ATTEMPTS_AN_HOUR) return { kind: 'too-many' }
  const number = Math.max(0, ...attempts.map((attempt) => attempt.number)) + 1
  const data = { attempt: number, method: by.method }
  const started = newEvent('attempt.started', data, context)
  return { kind: 'create', attempt: startedAttempt(started), change: { events: [started] } }
}

/** Stores the provider's reference before the browser gets it. The time to approve starts now. */
export function storeReference(
  order: Order,
  created: Pick<Attempt, 'number' | 'approveAt' | 'shown' | 'expiresAt'> & {
    readonly reference: string
  },
  context: ChangeContext,
): OrderChange | undefined {
  const { number, reference, approveAt, shown, expiresAt } = created
  const attempt = order.payment?.attempts.find((one) => one.number === number)
  if (attempt?.state !== 'creating') return undefined
  const data = { attempt: number, reference, ...defined({ approveAt, shown, expiresAt }) }
  return { events: [newEvent('attempt.opened', data, context)] }
}

/**
 * The change when a provider, signed, names an attempt whose reference was never stored, since the answer to its making
 * was lost: it can be asked about from now on, whatever became of the order. Undefined if no attempt is that one.
 */
export function adoptReference(
  order: Order,
  reference: string,
  referenceOf: (attempt: Attempt) => string | undefined,
  context: ChangeContext,
): OrderChange | undefined {
  const lost = order.payment?.attempts.find(
    (attempt) => attempt.reference === undefined && referenceOf(attempt) === reference,
  )
  if (!lost || findAttempt(order.payment, reference)) return undefined
  return { events: [newEvent('attempt.opened', { attempt: lost.number, reference }, context)] }
}

/** The change when the provider refused to make an order: the next press begins another attempt. */
export function refuseCreate(
  order: Order,
  refused: { readonly number: number; readonly reason: string },
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = order.payment?.attempts.find(({ number }) => number === refused.number)
  if (attempt?.state !== 'creating') return undefined
  const { number, reason: issue } = refused
  return { events: [newEvent('attempt.refused', { attempt: number, issue }, context)] }
}
