import { TOO_OFTEN } from '#components/site/too-often.ts'
import { withReference } from '#components/site/with-reference.ts'
import type { PaymentMethod } from '#lib/payment/payment.ts'
import { isPayable, type Standing } from '#lib/payment/standing.ts'
import { loginPath, paymentPath } from '#lib/site/paths.ts'

import { PAYMENT_MESSAGES } from './messages.ts'
import type { PaymentActions, PaymentRefusal } from './payment-actions.ts'

/** What is known of the payment, and a sentence about what happened last. */
export type PaymentView = {
  readonly standing: Standing
  readonly problem?: string | undefined
  readonly notice?: string | undefined
}

/** PayPal's button got no order; the page has said why already. */
export class PaymentNotStarted extends Error {
  override readonly name = 'PaymentNotStarted'
}

type Sentence = { readonly problem?: string; readonly notice?: string }

const STANDINGS: Readonly<Record<string, Standing>> = {
  confirming: 'confirming',
  pending: 'pending',
  paid: 'paid',
  review: 'review',
  'partly-refunded': 'partly-refunded',
  refunded: 'refunded',
}

function failure({ code, reference }: PaymentRefusal): string {
  if (code === 'too-often') return TOO_OFTEN
  const { failed } = PAYMENT_MESSAGES
  return reference === undefined ? failed : withReference(failed, reference)
}

/** What the payment page's buttons do; `show` tells the page. An answer that does not come never reads as a failed payment. */
export function paymentFlow(
  id: string,
  actions: PaymentActions,
  show: (next: (now: PaymentView) => PaymentView) => void,
) {
  function showRefusal(refusal: PaymentRefusal): void {
    if (refusal.code === 'signed-out') {
      show((now) => ({ ...now, problem: PAYMENT_MESSAGES.signedOut }))
      window.location.assign(loginPath(paymentPath(id)))
      return
    }
    const standing = STANDINGS[refusal.code]
    show((now) => (standing ? { standing } : { ...now, problem: failure(refusal) }))
  }

  async function refresh(sentence: Sentence = {}): Promise<void> {
    // When the network is away, what is on the page stays true, and the next question asks again.
    const answer = await actions.refresh({ id }).catch(() => undefined)
    if (!answer?.ok) {
      if (answer?.code === 'signed-out') showRefusal(answer)
      return
    }
    const { standing } = answer.data
    show((now) => {
      const kept = now.problem === undefined ? {} : { problem: now.problem }
      return isPayable(standing) ? { ...kept, ...sentence, standing } : { standing }
    })
  }

  async function start(method: PaymentMethod): Promise<string> {
    show(({ standing }) => ({ standing }))
    const answer = await actions.start({ id, method })
    if (answer.ok) return answer.data.paypalOrderId
    showRefusal(answer)
    throw new PaymentNotStarted(answer.code)
  }

  // Answers whether PayPal's window is to open again.
  async function capture(paypalOrderId: string): Promise<boolean> {
    show(() => ({ standing: 'confirming' }))
    const answer = await actions.capture({ id, paypalOrderId }).catch(() => undefined)
    if (!answer?.ok) {
      if (answer?.code === 'signed-out') showRefusal(answer)
      return false
    }
    const { standing, again } = answer.data
    const sentence = again ? PAYMENT_MESSAGES.failed : PAYMENT_MESSAGES.otherWay
    show(() => ({ standing, problem: standing === 'declined' ? sentence : undefined }))
    return again
  }

  function fail(error: unknown): void {
    if (error instanceof PaymentNotStarted) return
    const problem = PAYMENT_MESSAGES.provider
    show((now) => (isPayable(now.standing) ? { problem, ...now } : now))
    void refresh()
  }

  return { start, capture, fail, refresh }
}

/** What the payment page's buttons do. */
export type PaymentFlow = ReturnType<typeof paymentFlow>
