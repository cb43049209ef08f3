import 'server-only'

import { DatabaseUnavailable } from '../../adapters/firestore/database.ts'
import { isLapsed } from '../hold.ts'
import { lapseOverdue } from '../lapse-overdue.ts'
import type { Order } from '../order.ts'
import { findProducts } from '../../product/find-products.ts'
import { log } from '../../log/log.ts'
import {
  findAttemptRef,
  type AttemptRef,
  type By,
  changeStored,
  claim,
  findProvider,
  now,
  settle,
} from './ask-provider.ts'
import {
  type Approval,
  beginCapture,
  noteApproval,
  refuseCapture,
  releaseUnapproved,
  type SentCapture,
} from './capture-attempt.ts'
import { termsOf } from './methods.ts'
import { type Attempt, captureKey, findAttempt, isLocking } from './payment.ts'
import { withPieces } from './pieces.ts'
import { ProviderProblem } from './provider.ts'
import { reviewDuplicate } from './settlement.ts'
import type { PaymentOutcome } from './payment-outcome.ts'

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
    const request = findAttemptRef(current, one)
    if (!request) continue
    const { order: settled, verdict } = await settle(request, by)
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
 * Captures an approved attempt at most once. Throws DatabaseUnavailable before the capture is sent,
 * never after.
 */
export async function captureApproved(
  order: Order,
  reference: string,
  { by, approval }: { readonly by: By; readonly approval?: Approval | undefined },
): Promise<Order> {
  if (isLapsed(order)) await lapseOverdue(order)
  const products = await findProducts()
  const context = now(by)
  const { order: stored, isOurs } = await claim(order, {
    write: (latest, id, taken) => {
      const change = beginCapture(latest, { reference, claim: id, approval }, context)
      return withPieces(latest, change, { reference, stock: { taken, products } }, context)
    },
    claimIn: (latest) => findAttempt(latest.payment, reference)?.claim,
  })
  const sent = findAttemptRef(stored, reference)
  // Only the request that stored the intention sends the capture.
  if (!isOurs || sent?.attempt.state !== 'capturing') return stored
  try {
    return await sendCapture(sent, by)
  } catch (error) {
    if (!(error instanceof ProviderProblem || error instanceof DatabaseUnavailable)) throw error
    const issue = error instanceof ProviderProblem ? error.issue : error.name
    log('capture-unconfirmed', { order: order.orderNumber, issue })
    return stored
  }
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
  const request = findAttemptRef(order, reference)
  if (!request) return order
  const { order: settled, verdict } = await settle(request, by)
  if (mayBeApproved(verdict)) return captureApproved(settled, reference, { by, approval })
  // The event is not sent again: what it tells is kept for the one that follows.
  return approval && verdict.kind !== 'captured'
    ? changeStored(settled, (stored) => noteApproval(stored, reference, approval, now(by)))
    : settled
}

/**
 * Records an attempt's outcome; captures nothing. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function settlePayment(order: Order, reference: string, by: By): Promise<Order> {
  const request = findAttemptRef(order, reference)
  return request ? (await settle(request, by)).order : order
}
