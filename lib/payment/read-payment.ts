import 'server-only'

import type { Order } from '#lib/order/order.ts'
import { manualRefunds } from '#lib/payment/refund/manual-refund.ts'
import { settings } from '#lib/settings/env.ts'
import { type Attempt, findAttempt } from './payment.ts'
import { termsOf } from './provider-terms.ts'
import type { ProviderOrder, Question } from './provider.ts'
import { findProvider } from './providers.ts'
import { noteAnswer } from './question-limits.ts'

/**
 * What the provider says of an attempt, with the refunds that the owner made by hand, of which it knows nothing.
 * Throws ProviderProblem.
 */
export async function readPayment(
  order: Order,
  { provider, reference = '' }: Pick<Attempt, 'provider' | 'reference'>,
  question?: Question,
): Promise<ProviderOrder | undefined> {
  const asked = findProvider(provider)
  const found = await asked.find(reference, question)
  noteAnswer(provider, reference)
  if (!found) return undefined
  const { refundRequests, refunds } = order.payment ?? {}
  const isRefundSent = refundRequests?.some(({ sentAt }) => sentAt !== undefined)
  const answer = (isRefundSent ? await asked.withRefunds?.(found) : undefined) ?? found
  // A refund keeps the time at which the shop came to know it: a charge that was given up has none at its provider.
  const known = new Map(refunds?.map(({ id, at }) => [id, at]))
  const heardAt = new Date().toISOString()
  const dated = answer.refunds.map((refund) => {
    return { ...refund, at: known.get(refund.id) ?? (refund.at || heardAt) }
  })
  return withManualRefunds(order, { ...answer, refunds: dated })
}

/** Whether the shop sends refunds of this provider itself, by its terms and this deployment's settings. */
export function sendsRefunds(provider: string): boolean {
  const { manualRefunds, refundsBySetting } = termsOf(provider)
  if (manualRefunds === undefined) return true
  return refundsBySetting !== undefined && settings()[refundsBySetting] === '1'
}

/**
 * A provider's answer with the refunds that the owner made by hand. One that the provider lists too, by its amount and
 * without the shop having known it, is the same one.
 */
export function withManualRefunds(order: Order, answer: ProviderOrder): ProviderOrder {
  const made = answer.captures.flatMap(({ id }) => manualRefunds(order, id))
  const listed = [...answer.refunds]
  const known = new Set(order.payment?.refunds.map(({ id }) => id))
  for (const { amount } of made) {
    const same = listed.findIndex((one) => one.amount === amount && !known.has(one.id))
    if (same !== -1) listed.splice(same, 1)
  }
  const captures = answer.captures.map((capture) => {
    const own = manualRefunds(order, capture.id)
    if (own.length === 0 || capture.status === 'refunded') return capture
    const back = [...listed, ...own].reduce((sum, { amount }) => sum + amount, 0)
    return { ...capture, status: back >= capture.amount ? 'refunded' : 'partly-refunded' } as const
  })
  return { ...answer, captures, refunds: [...listed, ...made] }
}

/**
 * Until when in Taipei (HH:MM) the shop undoes one of these captures whole on the day of its payment, or undefined if it
 * does not, or only gives money back.
 */
export function undoneBefore(
  { payment }: Order,
  captures: readonly { readonly reference: string }[],
): string | undefined {
  const providers = captures.flatMap(
    ({ reference }) => findAttempt(payment, reference)?.provider ?? [],
  )
  const undoing = providers.find(
    (provider) => sendsRefunds(provider) && termsOf(provider).undoneBefore,
  )
  return undoing && termsOf(undoing).undoneBefore
}
