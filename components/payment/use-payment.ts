'use client'
import { useEffect, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import type { InAppBrowser } from '#lib/account/in-app-browser.ts'
import type { PurchaseEvent } from '#lib/analytics/analytics-event.ts'
import type { BoughtLine } from '#lib/cart/bought.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import {
  type ApprovalStart,
  type Headline,
  isPayable,
  type PaymentAnswer,
  type PaymentStatus,
  type StartRefusal,
} from '#lib/payment/payment-headline.ts'
import type { ActionFailure, Failure, Result } from '#lib/result.ts'
import { loginPath, paymentPath } from '#lib/routes/paths.ts'
import { otherWayFor, PAYMENT_MESSAGES } from './messages.ts'
import type { MethodRow } from './method-labels.ts'
import {
  capturedView,
  firstView,
  type PaymentView,
  refreshedView,
  refusedView,
  type ReturnOutcome,
} from './payment-view.ts'

type Answer<Data, Code extends string = 'not-found'> = Promise<
  Result<Data, Code | 'not-found'> | ActionFailure
>

type StartInput = { readonly id: string; readonly method: PaymentMethod }
type CaptureInput = { readonly id: string; readonly reference: string; readonly refusals: number }

/** The server actions of the payment page, handed down by it. */
export type PaymentActions = {
  readonly start: (input: StartInput) => Answer<ApprovalStart, StartRefusal>
  readonly capture: (input: CaptureInput) => Answer<PaymentAnswer>
  readonly refresh: (input: { id: string }) => Answer<PaymentAnswer>
}

/** The order of a payment page, as its button must know it; `method` is the one that was tried last. */
export type PayableOrder = {
  readonly id: string
  readonly number: string
  /** Sentence about until when it can be paid. */
  readonly payBefore: string | undefined
  /** Sentence about how long the units are held. */
  readonly reservationNote: string | undefined
  readonly status: PaymentStatus
  readonly headline: Headline
  readonly unsettled: boolean
  readonly method: PaymentMethod | undefined
  /** What is due, in whole TWD. */
  readonly amount: number
  /** The payment methods in the order in which they are shown. */
  readonly rows: readonly MethodRow[]
  /** The method that was chosen for this order before. */
  readonly chosen: PaymentMethod | undefined
  /** The app in whose own browser the page is open. */
  readonly inApp: InAppBrowser | undefined
  readonly back: ReturnOutcome
  /** What it bought, which leaves the cart once it is paid. */
  readonly bought: readonly BoughtLine[]
  /** What analytics is sent once it is paid. */
  readonly purchase: PurchaseEvent
}

/** A button got no order; the page has said why already. */
class PaymentNotStarted extends Error {
  override readonly name = 'PaymentNotStarted'
}

type Show = (next: (now: PaymentView) => PaymentView) => void
type Page = { readonly id: string; readonly otherWay: string; readonly show: Show }

type Refusals = Map<string, number>

// Creates the start of each payment method; each resolves when the buyer can approve.
function createStarts(page: Page, actions: PaymentActions, flow: PaymentMemory) {
  let tried: PaymentMethod | undefined

  async function begin(method: PaymentMethod): Promise<ApprovalStart> {
    tried = method
    page.show(({ status, unanswered }) => ({ status, unanswered }))
    const answer = await callAction(actions.start, { id: page.id, method })
    if (!answer.ok) {
      flow.showRefusal(answer, method)
      throw new PaymentNotStarted(answer.code)
    }
    flow.refusals.set(answer.data.reference, answer.data.refusals)
    return answer.data
  }

  async function start(method: PaymentMethod): Promise<string> {
    return (await begin(method)).reference
  }

  // Sends the buyer to the provider's page for approval. Returns whether the browser leaves.
  async function leaveFor(method: PaymentMethod): Promise<boolean> {
    try {
      const { approveAt } = await begin(method)
      if (approveAt === undefined) throw new Error('Provider returned no approval URL')
      window.location.assign(approveAt)
      return true
    } catch (error) {
      flow.fail(error)
      return false
    }
  }

  // Has a number made, which the server shows on the page. Returns whether there is one.
  async function takeNumber(method: PaymentMethod): Promise<boolean> {
    try {
      await begin(method)
      return true
    } catch (error) {
      flow.fail(error)
      return false
    }
  }

  return { start, leaveFor, takeNumber, method: () => tried }
}

type PaymentMemory = {
  /** Refusals shown per attempt: an approval answers those. */
  readonly refusals: Refusals
  readonly showRefusal: (refusal: Failure<string>, method?: PaymentMethod) => void
  readonly fail: (error: unknown) => void
}

function createFlow(page: Page, actions: PaymentActions) {
  const { id, otherWay, show } = page
  const refusals: Refusals = new Map()

  function showRefusal(refusal: Failure<string>, method?: PaymentMethod): void {
    if (refusal.code === 'signed-out') {
      show((now) => ({ ...now, problem: { title: PAYMENT_MESSAGES.signedOut } }))
      window.location.assign(loginPath(paymentPath(id)))
      return
    }
    show((now) => refusedView(now, refusal, method))
  }

  async function refresh(notice?: string): Promise<void> {
    // When the network is away, what is on the page stays true, and the next question asks again.
    const answer = await callAction(actions.refresh, { id }).catch(() => undefined)
    if (answer?.ok) show((now) => refreshedView(now, answer.data, { notice, otherWay }))
    else if (answer?.code === 'signed-out') showRefusal(answer)
  }

  // Answers whether the provider's window is to open again.
  async function capture(reference: string): Promise<boolean> {
    show(() => ({ status: 'confirming' }))
    const approved = { id, reference, refusals: refusals.get(reference) ?? 0 }
    const answer = await callAction(actions.capture, approved).catch(() => undefined)
    if (answer?.ok) {
      refusals.set(reference, answer.data.refusals)
      show(() => capturedView(answer.data, otherWay))
      return answer.data.again
    }
    if (answer?.code === 'signed-out') showRefusal(answer)
    return false
  }

  function fail(error: unknown): void {
    if (error instanceof PaymentNotStarted) return
    const advice = navigator.onLine ? {} : { advice: PAYMENT_MESSAGES.offline }
    const problem = { title: PAYMENT_MESSAGES.provider, ...advice }
    show((now) => (isPayable(now.status) ? { ...now, problem: now.problem ?? problem } : now))
    void refresh()
  }

  const starts = createStarts(page, actions, { refusals, showRefusal, fail })
  return { ...starts, capture, fail, refresh }
}

/** Actions of the payment page. A lost answer is never shown as a failed payment. */
export type PaymentFlow = ReturnType<typeof createFlow>

/** Interval and number of polls for a payment that PayPal has not confirmed. */
const POLL_EVERY = 3_000
const POLL_AT_MOST = 20

/** State and actions of the payment page. Checks at once for an approval made elsewhere. */
export function usePayment(
  order: PayableOrder,
  actions: PaymentActions,
): { readonly view: PaymentView; readonly flow: PaymentFlow } {
  const otherWay = otherWayFor(order.rows.map((row) => row.method))
  const [view, setView] = useState(() => firstView(order, otherWay))
  const [flow] = useState(() => createFlow({ id: order.id, otherWay, show: setView }, actions))
  const { unsettled } = order
  const { status } = view

  useEffect(() => {
    if (unsettled) void flow.refresh()
  }, [unsettled, flow])

  // Resets the page when it is restored from the back/forward cache.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void flow.refresh()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [flow])

  useEffect(() => {
    if (status !== 'confirming') return undefined
    let count = 0
    const timer = setInterval(() => {
      count += 1
      if (count >= POLL_AT_MOST) clearInterval(timer)
      void flow.refresh()
    }, POLL_EVERY)
    return () => clearInterval(timer)
  }, [status, flow])

  return { view, flow }
}
