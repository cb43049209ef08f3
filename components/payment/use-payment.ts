'use client'

import { useEffect, useState } from 'react'
import type { PaymentMethod } from '#lib/payment/payment.ts'
import {
  isPayable,
  type PaymentAnswer,
  type PaymentStatus,
  type Started,
  type StartRefusal,
} from '#lib/payment/payment-status.ts'
import type { ActionFailure, Failure, Result } from '#lib/result.ts'
import { loginPath, paymentPath } from '#lib/site/paths.ts'

import { PAYMENT_MESSAGES } from './messages.ts'
import { withReference, TOO_OFTEN } from '#components/site/messages.tsx'

type Answer<Data, Code extends string = 'not-found'> = Promise<
  Result<Data, Code | 'not-found'> | ActionFailure
>

/** The server actions of the payment page, handed down by it. */
export type PaymentActions = {
  readonly start: (input: { id: string; method: PaymentMethod }) => Answer<Started, StartRefusal>
  readonly capture: (input: {
    id: string
    reference: string
    refusals: number
  }) => Answer<PaymentAnswer>
  readonly refresh: (input: { id: string }) => Answer<PaymentAnswer>
}

/** What went wrong last: one sentence, and what to do where that is known. */
type Problem = { readonly title: string; readonly advice?: string }

/** What is known of the payment, and what happened last. */
export type PaymentView = {
  readonly status: PaymentStatus
  readonly problem?: Problem | undefined
  readonly notice?: string | undefined
}

/** PayPal's button got no order; the page has said why already. */
class PaymentNotStarted extends Error {
  override readonly name = 'PaymentNotStarted'
}

type Show = (next: (now: PaymentView) => PaymentView) => void

// Refusals that are how the payment stands by now.
const STANDS: Readonly<Record<string, PaymentStatus>> = {
  confirming: 'confirming',
  pending: 'pending',
  paid: 'paid',
  review: 'review',
  'partly-refunded': 'partly-refunded',
  refunded: 'refunded',
  disputed: 'disputed',
  cancelled: 'cancelled',
}

// Only what the provider refused has failed; of everything else the outcome is not known.
function problemOf({ code, reference }: Failure<string>): Problem {
  if (code === 'refused') return { title: PAYMENT_MESSAGES.failed }
  const { provider } = PAYMENT_MESSAGES
  if (code === 'too-often') return { title: provider, advice: TOO_OFTEN }
  if (code === 'too-many') return { title: provider, advice: PAYMENT_MESSAGES.tooMany }
  return { title: reference === undefined ? provider : withReference(provider, reference) }
}

// The provider knows no payment after all.
const NOTHING_TAKEN: Problem = {
  title: PAYMENT_MESSAGES.provider,
  advice: PAYMENT_MESSAGES.nothingTaken,
}

function declinedProblem(again: boolean): Problem {
  const title = PAYMENT_MESSAGES.failed
  return again ? { title } : { title, advice: PAYMENT_MESSAGES.otherWay }
}

// What is said of a capture that ended so, if it brought nothing.
function problemAfter(status: PaymentStatus, again: boolean): Problem | undefined {
  if (status === 'declined') return declinedProblem(again)
  return isPayable(status) ? NOTHING_TAKEN : undefined
}

// A refusal that this page hears of only now is news; else what it said last stays.
function refreshed(now: PaymentView, answer: PaymentAnswer, notice?: string): PaymentView {
  const { status, again } = answer
  if (!isPayable(status)) return { status }
  const wasWaiting = now.status === 'confirming'
  if (status === 'expired' && wasWaiting) return { status, problem: NOTHING_TAKEN }
  const isNews = status === 'declined' && wasWaiting
  const problem = isNews ? declinedProblem(again) : now.problem
  // What is said now takes the place of what was said before.
  return notice === undefined ? { status, problem } : { status, notice }
}

function createFlow(id: string, actions: PaymentActions, show: Show) {
  // How many refusals of each attempt this page has shown: an approval answers those.
  const refusals = new Map<string, number>()

  function showRefusal(refusal: Failure<string>): void {
    if (refusal.code === 'signed-out') {
      show((now) => ({ ...now, problem: { title: PAYMENT_MESSAGES.signedOut } }))
      window.location.assign(loginPath(paymentPath(id)))
      return
    }
    const status = STANDS[refusal.code]
    show((now) => (status ? { status } : { status: now.status, problem: problemOf(refusal) }))
  }

  async function refresh(notice?: string): Promise<void> {
    // When the network is away, what is on the page stays true, and the next question asks again.
    const answer = await actions.refresh({ id }).catch(() => undefined)
    if (answer?.ok) show((now) => refreshed(now, answer.data, notice))
    else if (answer?.code === 'signed-out') showRefusal(answer)
  }

  async function start(method: PaymentMethod): Promise<string> {
    show(({ status }) => ({ status }))
    const answer = await actions.start({ id, method })
    if (!answer.ok) {
      showRefusal(answer)
      throw new PaymentNotStarted(answer.code)
    }
    refusals.set(answer.data.reference, answer.data.refusals)
    return answer.data.reference
  }

  // Answers whether PayPal's window is to open again.
  async function capture(reference: string): Promise<boolean> {
    show(() => ({ status: 'confirming' }))
    const input = { id, reference, refusals: refusals.get(reference) ?? 0 }
    const answer = await actions.capture(input).catch(() => undefined)
    if (answer?.ok) {
      const { status, again } = answer.data
      refusals.set(reference, answer.data.refusals)
      show(() => ({ status, problem: problemAfter(status, again) }))
      return again
    }
    if (answer?.code === 'signed-out') showRefusal(answer)
    return false
  }

  function fail(error: unknown): void {
    if (error instanceof PaymentNotStarted) return
    const problem = { title: PAYMENT_MESSAGES.provider }
    show((now) => (isPayable(now.status) ? { ...now, problem: now.problem ?? problem } : now))
    void refresh()
  }

  return { start, capture, fail, refresh }
}

/** What the payment page's buttons do. An answer that does not come never reads as a failed payment. */
export type PaymentFlow = ReturnType<typeof createFlow>

/** How often, and how many times, the page asks about a payment that PayPal has not confirmed. */
const ASK_EVERY = 3_000
const ASK_AT_MOST = 20

/** The state of the payment page and what its buttons do; what was approved while the shopper was away is asked about at once. */
export function usePayment(
  order: { readonly id: string; readonly status: PaymentStatus; readonly unsettled: boolean },
  actions: PaymentActions,
): { readonly view: PaymentView; readonly flow: PaymentFlow } {
  const [view, setView] = useState<PaymentView>({ status: order.status })
  const [flow] = useState(() => createFlow(order.id, actions, setView))
  const { unsettled } = order
  const { status } = view

  useEffect(() => {
    if (unsettled) void flow.refresh()
  }, [unsettled, flow])

  useEffect(() => {
    if (status !== 'confirming') return undefined
    let asked = 0
    const timer = setInterval(() => {
      asked += 1
      if (asked >= ASK_AT_MOST) clearInterval(timer)
      void flow.refresh()
    }, ASK_EVERY)
    return () => clearInterval(timer)
  }, [status, flow])

  return { view, flow }
}
