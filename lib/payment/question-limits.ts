import type { Order } from '#lib/order/order.ts'
import { termsOf } from './provider-terms.ts'

// A provider that shuts out who asks too often is asked sparingly: by people who open a page again and again, and by
// accounts that anybody can make. What is asked for a signed message, the sweep or the owner is not limited here.

/** How long an answer about a number is good for the pages of its buyer, in milliseconds. */
const GOOD_FOR = 20_000

/** How often, in milliseconds, and how many at once may be asked about together. */
type Share = { readonly every: number; readonly atOnce: number }

/**
 * The shares of what buyers ask: of all together, so that a fifth of the line (cashier.ts) is left to the sweep and the owner
 * however many addresses somebody proves, and within it of orders with an unproven address.
 */
const SHARES = {
  all: { every: 250, atOnce: 20 },
  unproven: { every: 1_000, atOnce: 5 },
} as const satisfies Readonly<Record<string, Share>>
type ShareName = keyof typeof SHARES

const MOST_ANSWERS = 10_000

/** An answer about a number: when it came, and whether the form that brings the number there was made since. */
type Answer = { readonly at: number; readonly hasForm: boolean }

/** What is left of a share, and when that was counted. */
type Left = { left: number; at: number }

type Limits = { readonly answers: Map<string, Answer>; readonly shares: Record<ShareName, Left> }

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

const full = ({ atOnce }: Share): Left => ({ left: atOnce, at: 0 })

/** Forgets every answer and what was taken of the shares, as a new process does. */
export function resetQuestionLimits(): Limits {
  const shares = { all: full(SHARES.all), unproven: full(SHARES.unproven) }
  const made: Limits = { answers: new Map(), shares }
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

// What is left of a share at a time; it fills up again.
function leftOf(name: ShareName, now: number): Left {
  const share = limits().shares[name]
  const { every, atOnce } = SHARES[name]
  share.left = Math.min(atOnce, share.left + Math.max(0, now - share.at) / every)
  share.at = now
  return share
}

/** Takes a buyer's question to a provider from the shares that it counts in; false if one is used up. */
export function hasQuestionShare(
  { emailUnverified }: Pick<Order, 'emailUnverified'>,
  provider: string,
  now = Date.now(),
): boolean {
  if (!termsOf(provider).shutsOut) return true
  const names: readonly ShareName[] = emailUnverified ? ['all', 'unproven'] : ['all']
  const shares = names.map((name) => leftOf(name, now))
  if (shares.some(({ left }) => left < 1)) return false
  for (const share of shares) share.left -= 1
  return true
}
