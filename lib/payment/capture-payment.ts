import 'server-only'

import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { log } from '#lib/log/log.ts'
import { runClaimed } from '#lib/operation/operation.ts'
import { expireIfOverdue } from '#lib/order/check-cart.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { isReservationExpired, isOverdue } from '#lib/order/reservation.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { defined } from '#lib/result.ts'
import { returnPath } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'
import {
  type Approval,
  beginCapture,
  noteApproval,
  refuseCapture,
  releaseUnapproved,
  type SentCapture,
} from './capture-claim.ts'
import { PROVIDER_TITLES } from './method-titles.ts'
import { providerOf } from './methods.ts'
import { withReservation } from './paid-with-reservation.ts'
import { watchTimes } from './payment-checks.ts'
import { isPayable, type PaymentAnswer } from './payment-headline.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { paymentAnswer, paymentStatus, unsettledAttempts } from './payment-status.ts'
import { type Attempt, captureKey, findAttempt, isLocking } from './payment.ts'
import { termsOf } from './provider-terms.ts'
import { type OrderToPay, ProviderProblem } from './provider.ts'
import { findProvider } from './providers.ts'
import { isAnswerGood } from './question-limits.ts'
import {
  type AttemptRef,
  type By,
  changeStored,
  findAttemptRef,
  now,
  settle,
} from './settle-payment.ts'
import { reviewDuplicate } from './settlement.ts'

// Sends a capture; returns and logs what went wrong, or undefined.
async function captureProblem({ order, attempt, reference }: AttemptRef) {
  try {
    const key = captureKey(reference, attempt.captureAttempt)
    const amount = order.totalAmount
    await findProvider(attempt.provider).capture({ reference, amount, key })
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const { issue, status, debugId } = error
    log('capture-failed', { order: order.orderNumber, issue, status, debugId }, 'WARNING')
    return error
  }
}

/** Times that one request sends a capture without an answer; the sweep continues. */
const CAPTURE_TRIES = 2

async function sendCapture(sent: AttemptRef, by: By, tries = CAPTURE_TRIES): Promise<Order> {
  const { order, attempt, reference } = sent
  const capture: SentCapture = { reference, captureAttempt: attempt.captureAttempt }
  const problem = await captureProblem(sent)
  switch (problem?.kind) {
    case 'refused':
    case 'final':
      // Another request may have succeeded, so the provider is asked before the refusal is stored.
      if (await isCaptured(sent)) break
      return changeStored(order, (stored) => refuseCapture(stored, capture, problem, now(by)))
    case 'not-approved':
      // An earlier try may still be on its way; the sweep looks again later.
      if (tries < CAPTURE_TRIES) break
      return changeStored(order, (stored) => releaseUnapproved(stored, capture, now(by)))
    case 'duplicate':
      return settleDuplicate(sent, problem, by)
    default:
  }
  const { order: settled, verdict } = await settle(sent, by)
  const again = findAttemptRef(settled, reference)
  const isOpen = verdict.kind === 'approved' && again && isUnderWay(again.attempt, capture)
  // The money was not taken. The same key can't take it twice; without keys the sweep looks again later.
  return isRepeatable(attempt, problem) && isOpen && tries > 1
    ? sendCapture(again, by, tries - 1)
    : settled
}

function isRepeatable({ provider }: Attempt, problem: ProviderProblem | undefined): boolean {
  return problem?.kind === 'unknown' && termsOf(provider).hasKeys
}

function isUnderWay({ state, captureAttempt }: Attempt, sent: SentCapture): boolean {
  return state === 'capturing' && captureAttempt === sent.captureAttempt
}

async function isCaptured({ attempt, reference }: AttemptRef): Promise<boolean> {
  const seen = await findProvider(attempt.provider).find(reference)
  return seen !== undefined && seen.captures.length > 0
}

// A payment with this order number exists: on another attempt, or outside of the shop, for a person to find.
async function settleDuplicate(
  { order, reference, attempt }: AttemptRef,
  problem: ProviderProblem,
  by: By,
): Promise<Order> {
  let current = order
  let isMissing = false
  for (const one of order.payment?.references ?? []) {
    const known = findAttemptRef(current, one)
    if (!known) continue
    const { order: settled, verdict } = await settle(known, by)
    isMissing ||= verdict.kind === 'missing'
    current = settled
  }
  const sent = { reference, captureAttempt: attempt.captureAttempt }
  const isPaidElsewhere = current.payment?.attempts.some(
    (one) => one.reference !== reference && isLocking(one),
  )
  if (isPaidElsewhere) {
    return changeStored(current, (stored) => refuseCapture(stored, sent, problem, now(by)))
  }
  if (isMissing) return current
  return changeStored(current, (stored) => reviewDuplicate(stored, now(by)))
}

/**
 * Asks about every number by which the order may have been paid without a capture; the order, if one was. Throws
 * ProviderProblem: until the provider answers, nothing is captured elsewhere, and the sweep asks again.
 */
async function queryNumbersOut(order: Order, by: By): Promise<Order | undefined> {
  let current = order
  for (const { reference = '' } of order.payment?.attempts ?? []) {
    const known = findAttemptRef(current, reference)
    if (!known || watchTimes(known.attempt).length === 0) continue
    const { order: settled, verdict } = await settle(known, by)
    if (verdict.kind === 'captured' || verdict.kind === 'mismatch') return settled
    current = settled
  }
  return undefined
}

/**
 * Captures an approved attempt at most once. Throws DatabaseUnavailable before the capture is sent,
 * never after.
 */
export async function captureApproved(
  order: Order,
  reference: string,
  { by, approval }: { readonly by: By; readonly approval?: Approval | undefined },
): Promise<Order> {
  if (isReservationExpired(order)) await expireIfOverdue(order)
  const products = await findProducts()
  const context = now(by)
  return runClaimed<AttemptRef & Pick<Attempt, 'claim'>, Order>(
    async (claim) => {
      const stored = await changeStored(order, (latest, taken) => {
        const change = beginCapture(latest, { reference, claim, approval }, context)
        return withReservation(latest, change, { reference, stock: { taken, products } }, context)
      })
      const sent = findAttemptRef(stored, reference)
      const isBegun = sent?.attempt.state === 'capturing'
      return { result: stored, held: isBegun ? { ...sent, claim: sent.attempt.claim } : undefined }
    },
    async (sent) => {
      try {
        return (await queryNumbersOut(sent.order, by)) ?? (await sendCapture(sent, by))
      } catch (error) {
        if (!(error instanceof ProviderProblem || error instanceof DatabaseUnavailable)) throw error
        const issue = error instanceof ProviderProblem ? error.issue : error.name
        log('capture-unconfirmed', { order: order.orderNumber, issue })
        return sent.order
      }
    },
  )
}

// After a declined capture the provider's order itself says whether it was approved again.
function mayBeApproved(verdict: PaymentOutcome): boolean {
  if (verdict.kind === 'refused') return verdict.order === 'approved'
  return verdict.kind === 'approved'
}

/**
 * Records an attempt's outcome, and captures it if approved. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function finishPayment(
  order: Order,
  reference: string,
  by: By,
  approval?: Approval,
): Promise<Order> {
  const known = findAttemptRef(order, reference)
  if (!known) return order
  const { order: settled, verdict } = await settle(known, by)
  if (mayBeApproved(verdict)) return captureApproved(settled, reference, { by, approval })
  // The event is not sent again: what it tells is kept for the one that follows.
  return approval && verdict.kind !== 'captured'
    ? changeStored(settled, (stored) => noteApproval(stored, reference, approval, now(by)))
    : settled
}

function logUnanswered(order: Order, { issue, status, debugId }: ProviderProblem): void {
  log('provider-unanswered', { order: order.orderNumber, issue, status, debugId })
}

// Returns the stored order when the provider gives no answer. Throws ProviderProblem if it is
// payable.
async function orAsStored(order: Order, work: Promise<Order>): Promise<Order> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    logUnanswered(order, error)
    const stored = (await readOrder(order.id)) ?? order
    if (isPayable(paymentStatus(stored))) throw error
    return stored
  }
}

/** An order whose attempts were asked about, and those of which the provider told nothing, while it is payable. */
export type QueriedOrder = {
  readonly order: Order
  readonly unanswered: readonly { readonly attempt: Attempt; readonly problem: ProviderProblem }[]
}

/**
 * Finishes every unsettled attempt, those with money first. One provider's silence keeps no other one's answer from the
 * order. Throws DatabaseUnavailable.
 */
export async function finishOpen(
  order: Order,
  isToAsk: (reference: string) => boolean = () => true,
): Promise<QueriedOrder> {
  let current = order
  const unanswered: QueriedOrder['unanswered'][number][] = []
  for (const attempt of unsettledAttempts(order)) {
    if (!isToAsk(attempt.reference ?? '')) continue
    try {
      current = await finishPayment(current, attempt.reference ?? '', 'member')
    } catch (problem) {
      if (!(problem instanceof ProviderProblem)) throw problem
      logUnanswered(order, problem)
      current = (await readOrder(order.id)) ?? current
      unanswered.push({ attempt, problem })
    }
    if (!isPayable(paymentStatus(current))) return { order: current, unanswered: [] }
  }
  return { order: current, unanswered }
}

/**
 * Captures the member's approval; `capturing` means no answer yet. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function capturePayment(
  order: Order,
  reference: string,
  observedRefusals: number,
): Promise<Order> {
  const attempt = findAttempt(order.payment, reference)
  if (!attempt) return order
  const { hasKeys } = termsOf(attempt.provider)
  const approval = hasKeys ? { observedRefusals } : undefined
  // The provider is asked first where no key protects, and where the page's word would keep units from others.
  return hasKeys && !isReservationExpired(order) && !isOverdue(order, new Date())
    ? captureApproved(order, reference, { by: 'member', approval })
    : orAsStored(order, finishPayment(order, reference, 'member', approval))
}

/**
 * A member's payment after its unsettled attempts were asked about, unless a moment ago: as it is stored, with the provider that told nothing of
 * it now. Throws DatabaseUnavailable.
 */
export async function refreshPayment(order: Order): Promise<PaymentAnswer> {
  const {
    order: known,
    unanswered: [silent],
  } = await finishOpen(order, (reference) => !isAnswerGood(reference))
  const unanswered = silent && PROVIDER_TITLES[providerOf(silent.attempt.method)]
  return { ...paymentAnswer(known), ...defined({ unanswered }) }
}

/** An order as a provider has to know it to take its payment by this attempt. */
export function orderToPay(order: Order, { method, provider, number }: Attempt): OrderToPay {
  const { id, orderNumber, totalAmount, recipient, items } = order
  const page = new URL(returnPath(provider, id), settings().NEXT_PUBLIC_SITE_URL).href
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const what = { id, orderNumber, attempt: number, totalAmount, units, recipient, method }
  return { ...what, returnUrl: page, cancelUrl: page }
}
