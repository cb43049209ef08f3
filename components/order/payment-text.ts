import { amountReason } from '#components/payment/method-labels.ts'
import type { Order } from '#lib/order/order.ts'
import { isReservationExpired, isUnreserved, reservedUntil } from '#lib/order/reservation.ts'
import { UNPAID_FOR, UNPAID_HOURS } from '#lib/order/unpaid-limit.ts'
import { METHOD_TITLES } from '#lib/payment/method-titles.ts'
import { MAX_UNITS_BY_CODE } from '#lib/payment/payment-code.ts'
import { methodOf, unpaidUntil } from '#lib/payment/payment-status.ts'
import { openPaymentCode, type Payment } from '#lib/payment/payment.ts'
import type { MethodOffer } from '#lib/payment/start-payment.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

/** Label of the payment method; empty before payment starts. */
export function methodText(payment: Payment | undefined): string {
  const method = methodOf(payment)
  return method ? METHOD_TITLES[method] : ''
}

/**
 * Says until when an unpaid order can be paid; undefined while a payment code of it can be paid, whose own date is the
 * only one then.
 */
export function payBefore(
  order: Pick<Order, 'createdAt' | 'payment'>,
  now = new Date(),
): string | undefined {
  if (openPaymentCode(order.payment, now)) return undefined
  const end = unpaidUntil(order)
  const isUsual = end.getTime() - Date.parse(order.createdAt) === UNPAID_FOR
  const since = isUsual ? `（下單後 ${UNPAID_HOURS} 小時）` : ''
  return `請在 ${formatTime(end)} 前完成付款${since}，逾時訂單會自動取消。`
}

/** Why an order can't be paid by a method, in the words of its row; undefined if it can. */
export function offerReason(problem: MethodOffer['problem']): string | undefined {
  switch (problem) {
    case undefined:
      return undefined
    case 'unverified':
      return '請先點驗證信中的連結，再回結帳確認一次'
    case 'many-units':
      return `單筆最多 ${MAX_UNITS_BY_CODE} 件`
    case 'too-late':
      return '已過可選擇的時間'
    case 'other-number':
      return '另一組號碼正在處理'
    default:
      return amountReason(problem)
  }
}

/** Says how long an unpaid order holds its units and its code; undefined without a limit. */
export function reservationNote(
  order: Pick<Order, 'status' | 'reservation' | 'createdAt' | 'payment' | 'discount'>,
  now = new Date(),
): string | undefined {
  // The payment code keeps the units, and its date is the only one.
  if (openPaymentCode(order.payment, now)) return undefined
  return [itemsNote(order, now), codeNote(order, now)].filter(Boolean).join('') || undefined
}

function codeNote({ status, discount }: Pick<Order, 'status' | 'discount'>, now: Date) {
  if (status !== '待付款' || discount?.until === undefined) return undefined
  const until = new Date(discount.until)
  const kept = now < until ? `為您保留到 ${formatTime(until)}。之後` : '的保留時間已過，'
  return `折扣碼${kept}仍可付款，但次數若由其他買家用完，訂單會自動取消。`
}

function itemsNote(
  order: Pick<Order, 'status' | 'reservation' | 'createdAt'>,
  now: Date,
): string | undefined {
  const until = reservedUntil(order)
  if (until && now < until) {
    return `商品為您保留到 ${formatTime(until)}。之後仍可付款，但商品可能由其他人先買走。`
  }
  if (isUnreserved(order)) {
    return '這筆訂單未先為您保留商品，付款成功才算買到。若付款時已售完，不會扣款。'
  }
  return until || isReservationExpired(order)
    ? '商品的保留時間已過。仍可付款，付款前會再確認是否還有貨。'
    : undefined
}
