import type { Order } from '#lib/order/order.ts'
import { termsOf } from './provider-terms.ts'

// A provider that shuts out who asks too often is asked sparingly: by people who open a page again and again, and by
// accounts that anybody can make. What is asked for a signed message, the sweep or the owner is not limited here.

/** How long an answer about a number is good for the pages of its buyer, in milliseconds. */
const GOOD_FOR = 20_000

/** Orders with an unproven address are asked about together once a second, and so many times at once. */
const UNPROVEN_EVERY = 1_000
const UNPROVEN_AT_ONCE = 5

const MOST_ANSWERS = 10_000

/** An answer about a number: when it came, and whether the form that brings the number there was made since. */
type Answer = { readonly at: number; readonly hasForm: boolean }

type Limits = { readonly answers: Map<string, Answer>; share: number; sharedAt: number }

const KEY = Symbol.for('ourtee.question-limits')

// Pages, actions and routes may each load this module; the limits are the process's.
function limits(): Limits {
  const found: unknown = Reflect.get(globalThis, KEY)
  if (isLimits(found)) return found
  return resetQuestionLimits()
}

function isLimits(value: unknown): value is Limits {
  return typeof value === 'object' && value !== null && 'answers' in value
}

/** Forgets every answer and the share, as a new process does. */
export function resetQuestionLimits(): Limits {
  const made: Limits = { answers: new Map(), share: UNPROVEN_AT_ONCE, sharedAt: 0 }
  Reflect.set(globalThis, KEY, made)
  return made
}

/** Notes that a provider answered about a number. */
export function noteAnswer(provider: string, reference: string, now = Date.now()): void {
  if (!termsOf(provider).shutsOut) return
  const { answers } = limits()
  if (answers.size >= MOST_ANSWERS) answers.clear()
  answers.set(reference, { at: now, hasForm: false })
}

/** Whether what the provider said of a number is still good, so that the stored order says it. */
export function isAnswerGood(reference: string, now = Date.now()): boolean {
  return goodAnswer(reference, now) !== undefined
}

function goodAnswer(reference: string, now: number): Answer | undefined {
  const answer = limits().answers.get(reference)
  return answer && now - answer.at < GOOD_FOR && now >= answer.at ? answer : undefined
}

/** Notes that a buyer's browser gets the form that brings a number to the provider, which takes each number once. */
export function noteForm(reference: string): void {
  const { answers } = limits()
  const answer = answers.get(reference)
  if (answer) answers.set(reference, { ...answer, hasForm: true })
}

/** Whether that form was made since the provider said of the number what is still good: it may know the number by now. */
export function isFormOut(reference: string, now = Date.now()): boolean {
  return goodAnswer(reference, now)?.hasForm === true
}

/** Takes a question to a provider from the share of orders with an unproven address; false when it is used up. */
export function hasQuestionShare(
  { emailUnverified }: Pick<Order, 'emailUnverified'>,
  provider: string,
  now = Date.now(),
): boolean {
  if (!emailUnverified || !termsOf(provider).shutsOut) return true
  const shared = limits()
  const gained = Math.max(0, now - shared.sharedAt) / UNPROVEN_EVERY
  shared.share = Math.min(UNPROVEN_AT_ONCE, shared.share + gained)
  shared.sharedAt = now
  if (shared.share < 1) return false
  shared.share -= 1
  return true
}
