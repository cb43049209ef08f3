import { applyDispute } from '#lib/payment/apply-dispute.ts'
import {
  beginCapture,
  noteApproval,
  refuseCapture,
  releaseUnapproved,
} from '#lib/payment/capture-claim.ts'
import { closeOverdue } from '#lib/payment/close-overdue.ts'
import { decideCreate, refuseCreate, storeReference } from '#lib/payment/create-attempt.ts'
import { endReview } from '#lib/payment/end-review.ts'
import { providerOf } from '#lib/payment/methods.ts'
import {
  after,
  at,
  changeIn,
  makeCapture,
  makeProviderOrder,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { paidWithReservation, withReservation } from '#lib/payment/paid-with-reservation.ts'
import type { PaymentOutcome } from '#lib/payment/payment-outcome.ts'
import {
  claimRefund,
  noteUnchanged,
  refuseRefund,
  reserveRefund,
} from '#lib/payment/refund/request-refund.ts'
import { reserveReviewRefund, withReviewRefunds } from '#lib/payment/refund/review-refund.ts'
import { applyVerdict, reviewDuplicate } from '#lib/payment/settlement.ts'
import { SIZES } from '#lib/product/sizes.ts'
import type { Result } from '#lib/result.ts'
import type { ChangeContext } from './events.ts'
import type { Order, OrderChange } from './order.ts'

/** A moment of a random life: which attempt, refund or return it is about, and which variant of it. */
export type Moment = { readonly which: number; readonly variant: number; readonly minute: number }

/** Something that can happen to an order then. */
export type Move = (order: Order, moment: Moment) => OrderChange | undefined

const METHODS = ['paypal', 'card', 'line-pay'] as const
export const by = ({ minute }: Moment, actor: ChangeContext['by']) => after(minute, actor)
export const owner = (moment: Moment): ChangeContext => {
  return { ...by(moment, 'owner'), who: 'wang', reason: ` 原因${moment.variant} ` }
}
export const pick = <Value>(values: readonly [Value, ...Value[]], index: number): Value =>
  values[index % values.length] ?? values[0]
export const changeIfAllowed = (answer: Result<OrderChange | undefined, string>) =>
  answer.ok ? changeIn(answer) : undefined
const referenceOf = (order: Order, { which }: Moment) =>
  order.payment?.references[which % Math.max(1, order.payment.references.length)] ?? ''
export const stockOf = ({ variant }: Moment) => ({
  taken: new Map([['a', { stock: variant % 2 === 0 ? 0 : 99, preorder: 0 }]]),
  products: [
    { id: 'a', sizes: SIZES, stock: 100 },
    { id: 'b', sizes: SIZES, stock: 0, preorder_limit: 50 },
  ],
})

function verdictOf(order: Order, { which, variant }: Moment): PaymentOutcome {
  const more = Math.floor(variant / 10)
  const { amount = 100 } = order.payment?.refundRequests?.[0] ?? {}
  const own = { id: 'R-own', amount, at: at(9), key: `refund:${order.id}:1` }
  const back = { id: 'R-back', amount: 300, at: at(8) }
  const lists = [[], [own], [back], [back, own], [{ ...back, amount: TOTAL }]] as const
  const refunds = [...(lists[more % lists.length] ?? [])]
  const sum = refunds.reduce((total, one) => total + one.amount, 0)
  const state = more === 5 ? 'pending' : 'failed'
  const unfinished = more < 5 ? undefined : [{ key: own.key, state } as const]
  const status = sum === 0 ? 'completed' : 'partly-refunded'
  const capture = makeCapture({ id: `C${which}`, status })
  const taken = { ...capture, takenBack: 'reversal' } as const
  const declined = makeCapture({ id: `D${which}${more}`, status: 'declined' })
  const approved = pick(['approved', 'open', 'void'] as const, more)
  const hasMoney = more % 2 === 0 ? {} : { captureId: capture.id }
  return pick<PaymentOutcome>(
    [
      { kind: 'captured', capture, refundedAmount: sum, refunds, unfinished },
      { kind: 'captured', capture: taken, refundedAmount: sum, refunds },
      { kind: 'captured', capture, refundedAmount: Math.min(TOTAL, sum + 200), refunds },
      { kind: 'open' },
      { kind: 'approved' },
      { kind: 'void' },
      { kind: 'missing' },
      { kind: 'pending', capture: { ...capture, status: 'pending' }, reason: 'PENDING_REVIEW' },
      { kind: 'refused', capture: declined, reason: 'INSTRUMENT_DECLINED', order: approved },
      { kind: 'mismatch', reason: 'amount', ...hasMoney },
    ],
    variant,
  )
}

function endSomehow(order: Order, moment: Moment): OrderChange | undefined {
  const end = pick(['paid', 'refunded', 'expired'] as const, moment.variant)
  const { payment } = order
  const status = end === 'paid' ? 'completed' : 'refunded'
  const held = payment?.attempts
    .filter(({ reference, captureId }) => reference !== undefined && captureId !== undefined)
    .slice(0, end === 'expired' ? 0 : 1)
    .map(({ reference = '', captureId = '' }) => {
      const refundedAmount = end === 'paid' ? 0 : TOTAL
      return { ...makeCapture({ id: captureId, status }), reference, refundedAmount, refunds: [] }
    })
  const booked = { payments: end === 'refunded' ? 1 : 0, left: 0 }
  const { taken, products: offers } = stockOf(moment)
  const stock = { taken, offers, oversellReason: '再做' }
  return changeIfAllowed(
    endReview(
      order,
      { end, captures: held ?? [], requests: payment?.refundRequests, booked, stock },
      owner(moment),
    ),
  )
}

function refundSomehow(order: Order, moment: Moment): OrderChange | undefined {
  const captures = order.payment?.attempts.flatMap(({ reference, captureId: id = 'C0' }) => {
    if (reference === undefined) return []
    return [{ ...makeCapture({ id }), reference, refundedAmount: 0, refunds: [] }]
  })
  const requests = order.payment?.refundRequests
  const press = { capture: 'all', key: `V${moment.minute}`, captures: captures ?? [], requests }
  return changeIfAllowed(reserveReviewRefund(order, press, owner(moment)))
}

/** Random payment moves, by the decision that answers them. */
export const PAYMENT_MOVES = {
  press: (order, moment) => {
    const method = pick(METHODS, moment.variant)
    const how = { provider: providerOf(method), method }
    const decision = decideCreate(order, how, by(moment, 'member'))
    return decision.kind === 'create' ? decision.change : undefined
  },
  create: (order, moment) => {
    const number = order.payment?.attempts.find(({ state }) => state === 'creating')?.number ?? 0
    const made = { number, reference: `PP${number}` }
    const page = moment.variant % 2 === 0 ? { approveAt: 'https://pay.example/1' } : {}
    return storeReference(order, { ...made, ...page }, by(moment, 'member'))
  },
  'refuse to create': (order, moment) => {
    const number = order.payment?.attempts.find(({ state }) => state === 'creating')?.number ?? 0
    return refuseCreate(order, { number, reason: 'NO' }, by(moment, 'member'))
  },
  capture: (order, moment) => {
    const reference = referenceOf(order, moment)
    const approvals = [
      undefined,
      { observedRefusals: 9 },
      { at: at(999), event: `E${moment.minute}` },
    ]
    const approval = approvals[moment.variant % 3]
    const context = by(moment, 'provider')
    const change = beginCapture(
      order,
      { reference, claim: `id-${moment.minute}`, approval },
      context,
    )
    return withReservation(order, change, { reference, stock: stockOf(moment) }, context)
  },
  approve: (order, moment) => {
    const approval = { at: at(999), event: `E${moment.minute}` }
    return noteApproval(order, referenceOf(order, moment), approval, by(moment, 'provider'))
  },
  refuse: (order, moment) => {
    const reference = referenceOf(order, moment)
    const attempt = order.payment?.attempts.find((one) => one.reference === reference)
    const sent = { reference, captureAttempt: attempt?.captureAttempt ?? 1 }
    const kind = pick(['refused', 'final'] as const, moment.variant)
    return refuseCapture(order, sent, { kind, issue: 'DECLINED' }, by(moment, 'member'))
  },
  release: (order, moment) => {
    const reference = referenceOf(order, moment)
    const attempt = order.payment?.attempts.find((one) => one.reference === reference)
    const sent = { reference, captureAttempt: attempt?.captureAttempt ?? 1 }
    return releaseUnapproved(order, sent, by(moment, 'member'))
  },
  settle: (order, moment) => {
    const seen = { reference: referenceOf(order, moment), verdict: verdictOf(order, moment) }
    const context = by(moment, 'provider')
    const change = applyVerdict(order, { ...seen, before: order }, context)
    const id = `C${moment.which}`
    const status = moment.variant % 3 === 0 ? 'refunded' : 'completed'
    const answer = makeProviderOrder({ captures: [makeCapture({ id, status })] })
    const settling = withReviewRefunds(
      order,
      change,
      { reference: seen.reference, answer },
      context,
    )
    return paidWithReservation(order, settling, stockOf(moment), context)
  },
  'close overdue attempts': (order, moment) => closeOverdue(order, by(moment, 'sweep')),
  dispute: (order, moment) => {
    const state = pick(['open', 'won', 'lost'] as const, moment.variant)
    const about = moment.variant % 2 === 0 ? { amount: 300, channel: 'bank' as const } : {}
    const dispute = { id: `PP-D-${moment.which}`, state, reason: 'UNAUTHORISED', ...about }
    return applyDispute(order, { dispute, before: order }, by(moment, 'provider'))
  },
  refund: (order, moment) => {
    const amount = pick<number | 'rest'>([100, 'rest', 300], moment.variant)
    const more = moment.variant % 2 === 0 ? { restock: true } : {}
    const returned = moment.which === 1 && order.returns ? { returnNumber: 1 } : {}
    const request = { amount, key: `P${moment.minute}`, ...more, ...returned }
    return changeIfAllowed(reserveRefund(order, request, owner(moment)))
  },
  'claim a refund': (order, { which, ...moment }) => {
    const claim = { number: which + 1, claim: `id-${moment.minute}` }
    return claimRefund(order, claim, by({ which, ...moment }, 'sweep'))
  },
  'miss a refund': (order, moment) => noteUnchanged(order, moment.which + 1, by(moment, 'sweep')),
  'refuse a refund': (order, moment) => {
    const refused = { number: moment.which + 1, issue: 'CAPTURE_FULLY_REFUNDED' }
    return refuseRefund(order, refused, by(moment, 'owner'))
  },
  'refund a review': refundSomehow,
  'end a review': endSomehow,
  'find a duplicate': (order, moment) => reviewDuplicate(order, by(moment, 'sweep')),
} satisfies Readonly<Record<string, Move>>
