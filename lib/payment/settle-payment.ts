import 'server-only'

import { changeOrder } from '../adapters/firestore/orders.ts'
import { capturePaypalOrder, findPaypalOrder } from '../adapters/paypal/orders.ts'
import { PaypalProblem } from '../adapters/paypal/problem.ts'
import type { Order } from '../order/order.ts'
import { reportEvent } from '../report/report-event.ts'
import { captureKey } from './payment.ts'
import { beginCapture, refuseCapture, reviewDuplicate } from './payment-attempts.ts'
import type { Occasion } from './payment-change.ts'
import { judge, type Verdict } from './paypal-order.ts'
import { applyVerdict } from './settlement.ts'

type By = Occasion['by']

function occasion(by: By): Occasion {
  return { now: new Date(), by }
}

// "Not approved yet" was true when PayPal was asked; by the time of writing a capture may have begun.
function isOutdated({ kind }: Verdict, asked: Order, stored: Order): boolean {
  return kind === 'open' && asked.payment?.changedAt !== stored.payment?.changedAt
}

/** Reads PayPal's order back, judges it against ours and writes what follows, once; the one function by which browser, webhook, sweep and page settle. Throws PaypalProblem and DatabaseUnavailable. */
export async function settlePayment(
  order: Order,
  paypalOrderId: string,
  by: By,
): Promise<{ readonly order: Order; readonly verdict: Verdict }> {
  const paypal = await findPaypalOrder(paypalOrderId)
  const verdict: Verdict = paypal ? judge(paypal, order) : { kind: 'missing' }
  const settled = await changeOrder(order.id, (stored) =>
    isOutdated(verdict, order, stored)
      ? undefined
      : applyVerdict(stored, { paypalOrderId, verdict }, occasion(by)),
  )
  if (settled && settled.history.length !== order.history.length) {
    reportEvent('payment', {
      order: order.orderId,
      verdict: verdict.kind,
      state: settled.payment?.state,
      by,
    })
  }
  return { order: settled ?? order, verdict }
}

// What went wrong with a capture, told to the log; nothing when PayPal carried it out and said so.
async function captureProblem(order: Order, paypalOrderId: string, attempt: number) {
  try {
    await capturePaypalOrder(paypalOrderId, captureKey(paypalOrderId, attempt))
    return undefined
  } catch (error) {
    if (!(error instanceof PaypalProblem)) throw error
    const { issue, status, debugId } = error
    reportEvent('capture-failed', { order: order.orderId, issue, status, debugId })
    return error
  }
}

/** How often one request sends a capture whose outcome stays unknown; the sweep goes on after that. */
const CAPTURE_TRIES = 2

async function sendCapture(
  order: Order,
  paypalOrderId: string,
  by: By,
  tries = CAPTURE_TRIES,
): Promise<Order> {
  const attempt = order.payment?.captureAttempt ?? 1
  const problem = await captureProblem(order, paypalOrderId, attempt)
  if (problem && isDefiniteRefusal(problem) && !(await isCaptured(paypalOrderId))) {
    const refused = { attempt, reason: problem.issue }
    const declined = await changeOrder(order.id, (stored) =>
      refuseCapture(stored, refused, occasion(by)),
    )
    return declined ?? order
  }
  if (problem?.issue === 'DUPLICATE_INVOICE_ID') return settleDuplicate(order, by)
  const { order: settled, verdict } = await settlePayment(order, paypalOrderId, by)
  const isOpen = verdict.kind === 'approved' && isStillCapturing(settled, attempt)
  // PayPal has not taken it after all; under the same key it can't be taken twice.
  return problem?.outcome === 'unknown' && isOpen && tries > 1
    ? sendCapture(settled, paypalOrderId, by, tries - 1)
    : settled
}

function isStillCapturing({ payment }: Order, attempt: number): boolean {
  return payment?.state === 'capturing' && payment.captureAttempt === attempt
}

// Before a shopper is told that a payment was refused, PayPal is asked whether another request was not; without an answer the refusal stands.
async function isCaptured(paypalOrderId: string): Promise<boolean> {
  try {
    const paypal = await findPaypalOrder(paypalOrderId)
    return paypal !== undefined && paypal.captures.length > 0
  } catch (error) {
    if (error instanceof PaypalProblem) return false
    throw error
  }
}

// A payment for this order number exists already: on one of our PayPal orders for it, or where only a person finds it.
async function settleDuplicate(order: Order, by: By): Promise<Order> {
  let current = order
  let isMissing = false
  for (const id of order.payment?.paypalOrderIds ?? []) {
    const { order: settled, verdict } = await settlePayment(current, id, by)
    isMissing ||= verdict.kind === 'missing'
    current = settled
  }
  if (isMissing || current.payment?.state !== 'capturing') return current
  return (await changeOrder(order.id, (stored) => reviewDuplicate(stored, occasion(by)))) ?? current
}

// These issues say that money may have moved or may still move: only reading back tells.
const READ_BACK = new Set([
  'ORDER_ALREADY_CAPTURED',
  'DUPLICATE_INVOICE_ID',
  'ORDER_NOT_APPROVED',
  'DUPLICATE_REQUEST_ID',
])

function isDefiniteRefusal(problem: PaypalProblem): boolean {
  return problem.outcome === 'refused' && problem.status !== 404 && !READ_BACK.has(problem.issue)
}

/** Captures an approved PayPal order of ours at most once, with the intention written first, and settles what came of it. While another capture of the same purchase runs, or when `mayCapture` says no of what is stored by then, nothing is sent. Throws PaypalProblem (outcome unknown) and DatabaseUnavailable; the sweep then finishes. */
export async function captureApproved(
  order: Order,
  paypalOrderId: string,
  { by, mayCapture }: { readonly by: By; readonly mayCapture: (stored: Order) => boolean },
): Promise<Order> {
  const begun = await changeOrder(order.id, (stored) =>
    mayCapture(stored) ? beginCapture(stored, paypalOrderId, occasion(by)) : undefined,
  )
  const { payment } = begun ?? order
  if (!begun || payment?.state !== 'capturing' || payment.paypalOrderId !== paypalOrderId) {
    return begun ?? order
  }
  return sendCapture(begun, paypalOrderId, by)
}

/** Asks PayPal about one of our PayPal orders, and finishes it: records what was captured, captures what was approved. After a decline PayPal still says approved, so only a newer approval, which `approvedAt` tells of, is captured again. Throws PaypalProblem and DatabaseUnavailable. */
export async function finishPayment(
  order: Order,
  paypalOrderId: string,
  { by, approvedAt }: { readonly by: By; readonly approvedAt?: string | undefined },
): Promise<Order> {
  const { order: settled, verdict } = await settlePayment(order, paypalOrderId, by)
  if (verdict.kind !== 'approved') return settled
  // Asked of what is stored when the capture begins: another request may have been refused by then.
  const mayCapture = ({ payment }: Order) =>
    payment?.state !== 'declined' || (approvedAt !== undefined && approvedAt > payment.changedAt)
  return captureApproved(settled, paypalOrderId, { by, mayCapture })
}
