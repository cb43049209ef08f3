import type { z } from 'zod'

import { book } from '#lib/ledger/entries.ts'
import { closeCauseText } from '#lib/order/end-causes.ts'
import type { Order } from '#lib/order/order.ts'
import { type PaymentMethod, providerOf } from '#lib/payment/methods.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import type { Attempt } from '#lib/payment/payment.ts'
import { issueText } from '#lib/payment/provider-trouble.ts'
import type { ReviewEnd } from '#lib/payment/review-end.ts'
import { reviewReasonText } from '#lib/payment/review-reason.ts'
import { defined } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { approval, review } from './data/payment.ts'
import { PAYMENT_EVENT_DATA } from './data/payment.ts'
import {
  effectsFor,
  type Happened,
  type Notification,
  numberMail,
  numberText,
  onAttempt,
  onPayment,
  withAttempt,
  withCheck,
  withPayment,
} from './entry.ts'
/** Maximum number of approval events stored on an attempt. */
const MOST_EVENTS = 20

const NO_PAYMENT = { attempts: [], references: [], refundedAmount: 0, refunds: [], changedAt: '' }

const BUTTONS: Readonly<Record<PaymentMethod, string>> = {
  paypal: '用 PayPal 按鈕',
  card: '用信用卡按鈕',
  'line-pay': '用 LINE Pay 按鈕',
  'ecpay-card': '用綠界信用卡按鈕',
  atm: '取 ATM 轉帳帳號',
  cvs: '取超商繳費代碼',
}

const ENDED: Readonly<Record<ReviewEnd, string>> = {
  paid: '已收款',
  refunded: '已全額退款',
  expired: '從未收款',
}

/** Events of attempts, captures and reviews; amounts in whole TWD. */
export const PAYMENT_EVENTS = effectsFor(PAYMENT_EVENT_DATA, {
  'attempt.started': {
    apply(order, event) {
      const { attempts, ...payment } = order.payment ?? NO_PAYMENT
      const { method } = event.data
      const next = { ...payment, method, attempts: [...attempts, startedAttempt(event)] }
      return withPayment(order, next, event.at)
    },
    words: ({ method }) => ({ what: '開始付款', why: BUTTONS[method] }),
  },
  'attempt.opened': {
    // The references of all attempts stand in one list, for the database to search.
    apply: onPayment((payment, { at, data: { attempt: number, reference, ...made } }) => ({
      ...withAttempt(payment, number, (one) => ({
        ...one,
        state: 'open',
        reason: 'stored',
        startedAt: at,
        ...defined({ reference, ...made }),
        changedAt: at,
      })),
      references: [...payment.references, ...(reference === undefined ? [] : [reference])],
    })),
    words: ({ shown, expiresAt }, provider) =>
      shown && expiresAt !== undefined
        ? {
            what: `${provider} 給了付款號碼 ${numberText(shown)}`,
            why: `可付到 ${formatTime(new Date(expiresAt))}`,
          }
        : { what: `${provider} 付款已建立` },
    mail: (event, context) =>
      event.data.shown ? numberMail(event, context, 'payment-number') : [],
  },
  'payment-code.reminded': {
    words: () => ({ what: '寄信提醒付款號碼快到期' }),
    mail: (event, context) => numberMail(event, context, 'payment-number-reminder'),
  },
  'payment-code.expired': {
    words: () => ({ what: '付款號碼過期' }),
    mail: (event, context) => numberMail(event, context, 'payment-number-expired'),
  },
  'attempt.approved': {
    // Nothing happened to the attempt itself: which one was changed last stays as it was.
    apply: onPayment((payment, { data }) =>
      withAttempt(payment, data.attempt, (one) => approvedAttempt(one, data)),
    ),
    words: (_, provider) => ({ what: `買家在 ${provider} 同意付款` }),
  },
  'attempt.missing': {
    apply: onAttempt((one, { at }) => ({
      ...one,
      missingAt: at,
      reason: one.reason ?? 'missing-at-provider',
    })),
    words: (_, provider) => ({ what: `${provider} 一時查不到這筆付款` }),
  },
  'attempt.found': {
    apply: onAttempt(({ missingAt: _missing, ...one }) => ({
      ...one,
      reason: one.reason ?? 'found',
    })),
    words: (_, provider) => ({ what: `${provider} 又查到這筆付款` }),
  },
  'attempt.posted': {
    apply: onAttempt((one, { at }) => ({ ...one, postedAt: at, reason: 'posted' })),
    words: (_, provider) => ({ what: `買家到了 ${provider} 的付款頁` }),
  },
  'attempt.paid-notice': {
    apply: onAttempt((one, { at }) => ({
      ...one,
      state: 'capturing',
      reason: 'told-paid',
      paidNoticeAt: at,
      sentAt: at,
    })),
    words: (_, provider) => ({ what: `${provider} 通知買家已付款，正在確認` }),
  },
  'attempt.refused': {
    apply: onAttempt((one, { data }) => ({ ...one, state: 'closed', reason: data.issue })),
    words: refusedText('沒有建立付款'),
  },
  'attempt.closed': {
    apply: onAttempt((one, { at, data: { cause, captureRef: captureId } }) => ({
      ...(cause === 'out-of-stock' ? withRefusal(one, at) : one),
      state: 'closed',
      reason: cause,
      ...defined({ captureId }),
    })),
    words: ({ cause }, provider) => ({
      what: '這次付款結束',
      why: closeCauseText(cause, provider),
    }),
    // An approval that was not captured because the units were gone: the buyer may be away.
    mail: ({ data: { attempt: number, cause } }) =>
      cause === 'out-of-stock' ? [{ event: `out-of-stock-${number}`, kind: 'out-of-stock' }] : [],
  },
  'attempts.unwatched': {
    apply: (order) => withCheck(order, null),
    words: () => ({ what: '不再查詢未付款的編號' }),
  },
  'capture.claimed': {
    apply: onAttempt((one, { at, data }) => {
      const { missingAt: _missing, ...known } = approvedAttempt(one, data)
      return {
        ...known,
        state: 'capturing',
        reason: 'approved',
        sends: one.sends + 1,
        sentAt: at,
        ...defined({ claim: data.claim }),
      }
    }),
    words: () => ({ what: '正在收款', why: '買家已同意' }),
  },
  'capture.released': {
    apply: onAttempt(({ missingAt: _missing, ...one }) => ({
      ...one,
      state: 'open',
      sends: 0,
      reason: 'not-approved',
    })),
    words: () => ({ what: '付款未成功', why: '買家尚未同意' }),
  },
  'capture.pending': {
    apply: onAttempt((one, { data: { issue: reason, captureRef: captureId } }) => ({
      ...one,
      state: 'pending',
      reason,
      ...defined({ captureId }),
    })),
    words: refusedText('審核款項中'),
    mail: ({ data }) => [{ event: `payment-pending-${data.captureRef}`, kind: 'payment-pending' }],
  },
  'capture.refused': {
    apply: onAttempt((one, { at, data }) => ({
      ...(data.isRepeat === true ? one : withRefusal(one, at, data.refusedAt)),
      state: data.isFinal ? 'closed' : 'refused',
      reason: data.issue,
      ...defined({ captureId: data.captureRef }),
    })),
    words: refusedText('拒絕付款'),
    // A refusal at the page is read there; after days of waiting nobody looks at the page.
    mail({ data: { captureRef: ref } }, { order }): readonly Notification[] {
      if (ref === undefined) return []
      const wasPending = order.history.some(
        (orderEvent) => orderEvent.type === 'capture.pending' && orderEvent.data.captureRef === ref,
      )
      return wasPending ? [{ event: `payment-denied-${ref}`, kind: 'payment-denied' }] : []
    },
  },
  'payment.reminded': {
    words: () => ({ what: '寄信提醒付款' }),
    mail: () => [{ event: 'payment-reminder', kind: 'payment-reminder' }],
  },
  'review.opened': {
    apply: reviewed,
    words: ({ reason }, provider) => ({
      what: '付款待人工核對',
      why: reviewReasonText(reason, provider),
    }),
    mail({ data }, { order, numbered }) {
      const values = { review_reason: reviewReasonText(data.reason, providerTitle(order.payment)) }
      return [{ event: numbered('review'), kind: 'owner-review', values }]
    },
    ledger: book,
  },
  'review.changed': {
    apply: reviewed,
    words: ({ reason }, provider) => ({
      what: '付款仍待人工核對',
      why: reviewReasonText(reason, provider),
    }),
  },
  'review.closed': {
    apply: (order, event) => {
      const closed = closeReview(order, event)
      const { details } = event.data
      return details ? { ...closed, paymentDetails: details } : closed
    },
    words: ({ end }) => ({ what: `核對結果：${ENDED[end]}` }),
    ledger: book,
  },
})

type ClosedReview = z.infer<z.ZodObject<(typeof PAYMENT_EVENT_DATA)['review.closed']>>

const closeReview = onPayment<ClosedReview>((payment, { at, data }) => {
  const { review: _review, captureId: before, unlisted, ...known } = payment
  const attempts = known.attempts.map((attempt): Attempt => {
    // Exactly the attempt whose money is kept, or was given back, is captured.
    const isMeant = attempt.number === data.attempt
    return {
      ...attempt,
      changedAt: at,
      state: isMeant ? 'captured' : 'closed',
      ...(isMeant && data.captureRef !== undefined
        ? { captureId: data.captureRef }
        : { reason: 'reviewed' }),
    }
  })
  if (data.end === 'expired') return { ...known, attempts, refundedAmount: 0, refunds: [] }
  const captureId = data.captureRef ?? before
  return { ...known, attempts, ...defined({ captureId, unlisted }) }
})

/** The attempt that a press of a payment button starts. */
export function startedAttempt({
  at,
  data: { attempt: number, method },
}: Happened<{ readonly attempt: number; readonly method: PaymentMethod }>): Attempt {
  return {
    provider: providerOf(method),
    method,
    number,
    state: 'creating',
    captureAttempt: 1,
    sends: 0,
    refusals: 0,
    approvalEvents: [],
    reason: `${method}-button`,
    startedAt: at,
    changedAt: at,
  }
}

/** An attempt with what an approval tells of it. */
export function approvedAttempt(
  one: Attempt,
  { answersRefusals, approvalEvent }: Readonly<z.infer<z.ZodObject<typeof approval>>>,
): Attempt {
  const { approvalEvents: known } = one
  const events = approvalEvent === undefined ? known : [...known, approvalEvent]
  return {
    ...one,
    approvalEvents: events.slice(-MOST_EVENTS),
    ...defined({ answersRefusals }),
  }
}

// A refusal is counted, and the next capture gets another key.
function withRefusal(
  { providerRefusedAt: _earlier, ...one }: Attempt,
  at: string,
  providerRefusedAt?: string,
): Attempt {
  return {
    ...one,
    refusals: one.refusals + 1,
    refusedAt: at,
    ...defined({ providerRefusedAt }),
    captureAttempt: one.captureAttempt + 1,
    sends: 0,
  }
}

function refusedText(what: string) {
  return (data: { readonly issue: string }, provider: string) => ({
    what: `${provider} ${what}`,
    why: issueText(data.issue, provider),
  })
}

type Review = Happened<z.infer<z.ZodObject<typeof review>>>

function reviewed(order: Order, { at, data: { reason, money } }: Review): Order {
  const { payment } = order
  if (!payment) return order
  const stopped = { reason, at }
  if (!money) return withPayment(order, { ...payment, review: stopped }, at)
  const known = withAttempt(payment, money.attempt, (one) => ({
    ...one,
    reason: money.issue,
    ...defined({ state: money.state, captureId: money.captureRef }),
    changedAt: at,
  }))
  // The capture of a second payment does not pay the order; any other is what the owner looks at.
  const captureId =
    reason === 'second-capture' ? payment.captureId : (payment.captureId ?? money.captureRef)
  return withPayment(order, { ...known, ...defined({ captureId }), review: stopped }, at)
}
