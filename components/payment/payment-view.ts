import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { isPayable, type PaymentAnswer, type PaymentStatus } from '#lib/payment/payment-headline.ts'
import type { Failure } from '#lib/result.ts'
import { PAYMENT_MESSAGES, unavailableAdvice } from './messages.ts'

/** The last failure: one sentence, with advice where there is any. */
type Problem = { readonly title: string; readonly advice?: string }

/** Payment status and the last event. */
export type PaymentView = {
  readonly status: PaymentStatus
  readonly problem?: Problem | undefined
  readonly notice?: string | undefined
  /** The payment method that could not begin, so that the page offers the others. */
  readonly unavailable?: PaymentMethod | undefined
  /** The provider that tells nothing now; the status is the last one known. */
  readonly unanswered?: string | undefined
}

/** Result of the return from a provider's page, or undefined for a direct visit. */
export type ReturnOutcome = 'cancelled' | 'tried' | undefined

// Refusals that are how the payment stands by now.
const STANDS: Readonly<Record<string, PaymentStatus>> = {
  confirming: 'confirming',
  pending: 'pending',
  paid: 'paid',
  review: 'review',
  blocked: 'blocked',
  'partly-refunded': 'partly-refunded',
  refunded: 'refunded',
  'taken-back': 'taken-back',
  disputed: 'disputed',
  cancelled: 'cancelled',
}

// Only a refusal is a failure; any other error leaves the outcome unknown.
function problemOf(
  { code, reference }: Failure<string>,
  method: PaymentMethod | undefined,
): Problem {
  if (code === 'out-of-stock') return SOLD_OUT
  const other = method === undefined ? {} : { advice: unavailableAdvice(method) }
  if (code === 'refused') return { title: PAYMENT_MESSAGES.failed, ...other }
  if (code === 'no-number') return NO_NUMBER
  const { provider } = PAYMENT_MESSAGES
  if (code === 'too-often') return { title: provider, advice: TOO_OFTEN }
  if (code === 'too-many') return { title: provider, advice: PAYMENT_MESSAGES.tooMany }
  return {
    title: reference === undefined ? provider : withReference(provider, reference),
    ...other,
  }
}

// Waiting or another try helps here, another method does not.
const NOT_THE_METHOD: ReadonlySet<string> = new Set(['out-of-stock', 'too-often', 'too-many'])

// The provider has no such payment.
const NOTHING_TAKEN: Problem = {
  title: PAYMENT_MESSAGES.provider,
  advice: PAYMENT_MESSAGES.nothingTaken,
}

// Too few units are left for a number that keeps them for days, or another order has one.
const NO_NUMBER: Problem = {
  title: PAYMENT_MESSAGES.noNumber,
  advice: PAYMENT_MESSAGES.noNumberAdvice,
}

// Nothing was captured because the units sold out.
const SOLD_OUT: Problem = {
  title: PAYMENT_MESSAGES.outOfStock,
  advice: PAYMENT_MESSAGES.outOfStockAdvice,
}

function declinedProblem(again: boolean, otherWay: string): Problem {
  const title = PAYMENT_MESSAGES.failed
  return again ? { title } : { title, advice: otherWay }
}

/** The view after an action was refused; `method` is the payment method that could not begin. */
export function refusedView(
  now: PaymentView,
  refusal: Failure<string>,
  method?: PaymentMethod,
): PaymentView {
  const status = STANDS[refusal.code]
  if (status) return { status }
  const unavailable = NOT_THE_METHOD.has(refusal.code) ? undefined : method
  const problem = problemOf(refusal, method)
  return { status: now.status, problem, unanswered: now.unanswered, unavailable }
}

/** The view after a capture; `otherWay` says what helps when it was refused for good. */
export function capturedView({ status, again }: PaymentAnswer, otherWay: string): PaymentView {
  if (status === 'out-of-stock') return { status, problem: SOLD_OUT }
  if (status === 'declined') return { status, problem: declinedProblem(again, otherWay) }
  return { status, problem: isPayable(status) ? NOTHING_TAKEN : undefined }
}

/** The view after a status check. Shows a refusal once, else keeps the last message. */
export function refreshedView(
  now: PaymentView,
  { status, again, unanswered }: PaymentAnswer,
  said: { readonly notice?: string | undefined; readonly otherWay: string },
): PaymentView {
  const { notice, otherWay } = said
  // What the provider does not tell may have changed: the page stays as it is, and says who does not answer.
  if (unanswered !== undefined)
    return notice === undefined
      ? { ...now, unanswered }
      : { status: now.status, notice, unanswered }
  if (!isPayable(status)) return { status }
  if (status === 'out-of-stock') return { status, problem: SOLD_OUT }
  const wasWaiting = now.status === 'confirming'
  if (status === 'expired' && wasWaiting) return { status, problem: NOTHING_TAKEN }
  const isNews = status === 'declined' && wasWaiting
  const problem = isNews ? declinedProblem(again, otherWay) : now.problem
  // A new notice replaces the old one.
  if (notice !== undefined) return { status, notice }
  return problem
    ? { status, problem, unavailable: now.unavailable }
    : { status, notice: now.notice }
}

/** Initial view; explains a return from the provider without a payment where the reason is known. */
export function firstView(
  { status, unsettled, back }: { status: PaymentStatus; unsettled: boolean; back: ReturnOutcome },
  otherWay: string,
): PaymentView {
  if (status === 'out-of-stock') return { status, problem: SOLD_OUT }
  if (back === undefined || !isPayable(status)) return { status }
  if (back === 'cancelled') return { status, notice: PAYMENT_MESSAGES.cancelled }
  return unsettled ? { status } : capturedView({ status, again: false, refusals: 0 }, otherWay)
}
