import 'server-only'

import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { log } from '#lib/log/log.ts'
import { answered, runOperation } from '#lib/operation/operation.ts'
import { IN_FLIGHT } from '#lib/operation/timing.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { paidAttempt } from '#lib/payment/payment-status.ts'
import type { Attempt } from '#lib/payment/payment.ts'
import { termsOf } from '#lib/payment/provider-terms.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { findProvider } from '#lib/payment/providers.ts'
import { readPayment } from '#lib/payment/read-payment.ts'
import { type ReviewCapture, reviewCapture } from '#lib/payment/review-evidence.ts'
import { changeStored, settlePayment } from '#lib/payment/settle-payment.ts'
import { refundKey, type RefundRequest, refundsUnderWay } from './refund-record.ts'
import {
  claimRefund,
  makeRefundManual,
  isPutOff,
  noteUnchanged,
  postponeRefund,
  refuseRefund,
} from './request-refund.ts'

/** Every capture that the provider holds for an order now. Throws ProviderProblem. */
export async function capturesOf(order: Order): Promise<readonly ReviewCapture[]> {
  const { payment } = order
  const known = payment?.attempts.filter(({ reference }) => reference !== undefined) ?? []
  const held = await Promise.all(
    known.map(async ({ provider, reference = '' }) => {
      const seen = await readPayment(order, { provider, reference })
      return (seen?.captures ?? []).map((capture) =>
        reviewCapture(order, { ...capture, reference }, seen?.refunds ?? []),
      )
    }),
  )
  return held.flat()
}

type By = ChangeContext['by']

type RefundedCapture = { readonly attempt: Attempt; readonly captureId: string }

// The capture that a request gives back: the one that it names, or the one that pays the order.
function refundedCapture(order: Order, { capture }: RefundRequest): RefundedCapture | undefined {
  if (!capture) {
    const attempt = paidAttempt(order)
    return attempt && { attempt, captureId: attempt.captureId ?? '' }
  }
  const attempt = order.payment?.attempts.find(({ number }) => number === capture.attempt)
  return attempt && { attempt, captureId: capture.captureRef }
}

function refundAnswer(order: Order, request: RefundRequest, error: unknown) {
  if (!(error instanceof ProviderProblem)) return undefined
  const { issue, status, debugId } = error
  const { number } = request
  log('refund-failed', { order: order.orderNumber, number, issue, status, debugId }, 'WARNING')
  if (error.kind === 'not-now') return { kind: 'not-yet', why: error } as const
  // What was perhaps made is not made again: its refusal is the shop's own.
  if (error.kind === 'unclear') return { kind: 'refused', why: error, isOwn: true } as const
  return { kind: isRefusal(error, request) ? 'refused' : 'perhaps', why: error } as const
}

// Whether an answer says that nothing was refunded. An answer about an earlier refund counts only when
// none of ours can be on its way.
function isRefusal({ kind }: ProviderProblem, { at }: RefundRequest): boolean {
  if (kind === 'unknown') return false
  const isOfAnother = kind === 'duplicate' || kind === 'read-back'
  return !isOfAnother || Date.now() - Date.parse(at) > IN_FLIGHT
}

function requestIn({ payment }: Order, number: number): RefundRequest | undefined {
  return payment?.refundRequests?.find((refundRequest) => refundRequest.number === number)
}

// Sends a refund, and records the result from the provider's own list.
async function sendRefund(order: Order, request: RefundRequest, by: By): Promise<Order> {
  const refunded = refundedCapture(order, request)
  if (!refunded) return order
  const { attempt, captureId } = refunded
  const { number, amount } = request
  let latest = order
  const settle = async () => {
    latest = await settlePayment(latest, attempt.reference ?? '', by)
    return latest
  }
  return runOperation<Pick<RefundRequest, 'claim'>, Order | undefined, ProviderProblem, Order>({
    claim: async (claim) => {
      // A key protects a repeat; without keys only the run that stored the claim sends the refund.
      if (termsOf(attempt.provider).hasKeys) return { held: { claim }, result: order }
      const context = { now: new Date(), by }
      const stored = await changeStored(order, (one) =>
        claimRefund(one, { number, claim }, context),
      )
      // That it was sent is on the order from here on, and decides what its provider is asked.
      const held = requestIn(stored, number)
      if (held?.claim === claim) latest = stored
      return { held, result: order }
    },
    send: () =>
      answered(
        async () => {
          await findProvider(attempt.provider).refund({
            reference: attempt.reference ?? '',
            captureId,
            amount,
            key: refundKey(order.id, number),
            invoiceId: `${order.orderNumber}-R${number}`,
            ...(request.sentAt === undefined ? {} : { wasSent: true }),
          })
          return undefined
        },
        (error) => refundAnswer(order, request, error),
      ),
    confirmOutcome: {
      find: async () => {
        const made = await settle()
        const isOpen = requestIn(made, number)?.state === 'sending'
        return isOpen ? { kind: 'missing' } : { kind: 'made', made }
      },
      missing: () => Promise.resolve(latest),
    },
    store: (_, settled) => (settled ? Promise.resolve(settled) : settle()),
    refuse: (_, { issue, kind }) => {
      const context = { now: new Date(), by }
      const end = kind === 'unclear' ? makeRefundManual : refuseRefund
      return changeStored(latest, (stored) => end(stored, { number, issue }, context))
    },
    postpone: (_, { kind, why: { issue, until } }) => {
      if (kind === 'perhaps') return Promise.resolve(latest)
      const context = { now: new Date(), by }
      return changeStored(latest, (stored) =>
        postponeRefund(stored, { number, issue, until, sentAt: request.sentAt }, context),
      )
    },
  })
}

/**
 * Sends a stored refund. A provider or database failure leaves it `sending` for the sweep to
 * finish.
 */
export async function sendNewRefund(order: Order, number: number, by: By): Promise<Order> {
  const request = requestIn(order, number)
  if (request?.state !== 'sending') return order
  try {
    return await sendRefund(order, request, by)
  } catch (error) {
    if (!(error instanceof ProviderProblem || error instanceof DatabaseUnavailable)) throw error
    log('refund-unconfirmed', { order: order.orderNumber, number, issue: error.name })
    return order
  }
}

// The provider does not know this request: send it again, or, without a key, note that first.
async function repeatRefund(order: Order, request: RefundRequest, by: By): Promise<Order> {
  const sent = await sendRefund(order, request, by)
  if (sent !== order) return sent
  const context = { now: new Date(), by }
  const noted = await changeOrder(order.id, (stored) =>
    noteUnchanged(stored, request.number, context),
  )
  return noted ?? order
}

/**
 * Asks the provider about unfinished refunds, resends unknown ones. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function finishRefunds(order: Order, by: By): Promise<Order> {
  const sent = refundsUnderWay(order.payment).filter(({ state }) => state !== 'by-hand')
  const references = sent.flatMap(
    (request) => refundedCapture(order, request)?.attempt.reference ?? [],
  )
  let current = order
  for (const reference of new Set(references)) {
    current = await settlePayment(current, reference, by)
  }
  for (const request of refundsUnderWay(current.payment)) {
    if (request.state !== 'sending' || isPutOff(request, new Date())) continue
    current = await repeatRefund(current, request, by)
  }
  return current
}
