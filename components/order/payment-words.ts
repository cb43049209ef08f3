import type { Order } from '#lib/order/order.ts'
import { waysToPay } from '#components/payment/messages.ts'
import { MAX_UNITS_BY_CODE } from '#lib/payment/payment-code.ts'
import { METHOD_TITLES } from '#lib/payment/methods.ts'
import type { Payment } from '#lib/payment/payment.ts'
import { methodOf, unpaidUntil } from '#lib/payment/payment-status.ts'
import type { OfferedWays } from '#lib/payment/start-payment.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { reservedUntil, isLapsed, isUnreserved } from '#lib/order/reservation.ts'
import { UNPAID_FOR, UNPAID_HOURS } from '#lib/order/unpaid-limit.ts'

/** Label of the payment method; empty before payment starts. */
export function methodWords(payment: Payment | undefined): string {
  const method = methodOf(payment)
  return method ? METHOD_TITLES[method] : ''
}

/** Says until when an unpaid order can be paid. */
export function payBefore(order: Pick<Order, 'createdAt' | 'payment'>): string {
  const end = unpaidUntil(order)
  const isUsual = end.getTime() - Date.parse(order.createdAt) === UNPAID_FOR
  const since = isUsual ? `（下單後 ${UNPAID_HOURS} 小時）` : ''
  return `請在 ${formatTime(end)} 前完成付款${since}，逾時訂單會自動取消。`
}

/** Says why an order can't be paid by a number, and what the buyer can do about it; undefined where nothing helps. */
export function withheldNote({
  methods,
  why,
}: NonNullable<OfferedWays['withheld']>): string | undefined {
  const ways = waysToPay(methods)
  switch (why) {
    case 'unverified':
      return `${ways}要先驗證信箱：點過驗證信裡的連結，再回結帳確認一次，就可以選。`
    case 'many-pieces':
      return `${ways}一筆訂單最多 ${MAX_UNITS_BY_CODE} 件。`
    case 'too-late':
      return `${ways}已經過了可以選的時間。`
    case 'other-number':
      return undefined
  }
}

/** Says how long an unpaid order holds its pieces; undefined without a limit. */
export function holdNote(
  order: Pick<Order, 'status' | 'hold' | 'createdAt'>,
  now = new Date(),
): string | undefined {
  const until = reservedUntil(order)
  if (until && now < until) {
    return `商品為您保留到 ${formatTime(until)}；之後仍可付款，但商品可能先由別人買走。`
  }
  if (isUnreserved(order)) {
    return '這筆訂單沒有先為您保留商品：付款成功的那一刻才算買到；如果那時已經賣完，不會向您收款。'
  }
  return until || isLapsed(order)
    ? '商品的保留時間已過；仍可付款，付款前會再確認是否還有貨。'
    : undefined
}
