import { manualSaleLeft } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import { disputeState } from '#lib/payment/dispute.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import { leadingAttempt, providerTitle } from '#lib/payment/payment-status.ts'
import type { Payment } from '#lib/payment/payment.ts'
import { attemptReasonText } from '#lib/payment/provider-trouble.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import { amountUnderWay } from '#lib/payment/refund/refund-record.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { DISPUTE_SENT_LABELS, DISPUTE_LABELS } from './dispute-labels.ts'
import { paymentLabels, TAKEN_LABELS } from './payment-labels.ts'

function stateText(payment: Payment): string {
  const { state } = payment
  const isBack = state === 'refunded' || state === 'partly-refunded'
  return isBack && takenAmount(payment) > 0
    ? TAKEN_LABELS[state]
    : paymentLabels(providerTitle(payment))[state]
}

/**
 * The state of an order's payment, as text, with what is on its way back; empty before the first
 * attempt. That of a manual order is what was handed over and back.
 */
export function paymentText(order: StatusFields): string {
  const { payment, totalAmount, manualSale } = order
  if (manualSale) {
    const left = manualSaleLeft(order)
    const { paid, refunded, 'partly-refunded': partlyRefunded } = paymentLabels('')
    if (left <= 0) return refunded
    return left === totalAmount ? paid : partlyRefunded
  }
  if (!payment) return ''
  const state = disputeState(payment)
  const isGone = order.status === '已出貨' || order.status === '已完成'
  const disputed =
    state && (isGone && state === 'open' ? DISPUTE_SENT_LABELS : DISPUTE_LABELS[state])
  const dispute = disputed === undefined ? '' : `・${disputed}`
  const text = `${stateText(payment)}${paymentDetail(payment, totalAmount)}`
  const back = amountUnderWay(payment)
  const refunding = back === 0 ? '' : `・退款處理中 ${formatPrice(back)}`
  return text + dispute + refunding
}

type StatusFields = Pick<Order, 'status' | 'payment' | 'totalAmount' | 'manualSale'>

/** The status for the owner; after a full refund that no parcel follows, the refund instead of 已付款. */
export function statusText(order: StatusFields): string {
  const isOver = order.status === '已付款' && moneyProblem(order) === 'fully-refunded'
  return isOver ? paymentText(order) || '已退款' : order.status
}

/** Returns the payment's state if the status does not show it, else an empty text. */
export function finerText(order: StatusFields): string {
  const { payment, status } = order
  if (statusText(order) !== status) return ''
  const isPlain = payment?.state === 'paid' && !payment.disputes && amountUnderWay(payment) === 0
  return isPlain ? '' : paymentText(order).replace(new RegExp(`^${status}・`), '')
}

// The reason of the payment's state, or how much was refunded.
function paymentDetail(payment: Payment, totalAmount: number): string {
  if (payment.state === 'partly-refunded') {
    return ` ${formatPrice(payment.refundedAmount)}／${formatPrice(totalAmount)}`
  }
  const reason = payment.review?.reason ?? leadingAttempt(payment.attempts)?.reason
  if (['paid', 'refunded'].includes(payment.state) || reason === undefined) return ''
  const text = attemptReasonText(reason, providerTitle(payment))
  return text === '' ? '' : `（${text}）`
}
