import type { Order } from '#lib/order/order.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import {
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeProviderOrder,
  minute,
  NUMBER,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import { calls } from './script.ts'
import { keep, setClock, storedOrder } from './world.ts'

/** The key of the first refund. */
export const KEY = 'refund:doc-1:1'
/** The call that sends it. */
export const SENT = `refund C1 500 ${KEY} ${NUMBER}-R1`

/** A stored order that this provider was paid for, twenty minutes after it was placed. */
export const paidBy = (name: 'paypal' | 'line-pay'): Order => {
  setClock(20)
  const attempt = makeAttempt({ provider: name, method: name })
  return keep(settleAs(capturing(withAttempts(attempt)), capturedVerdict()))
}

/** The provider's record after refunds of these amounts, by their keys where it keeps any. */
export const shownAfter = (
  ...refunds: readonly (readonly [amount: number, key?: string])[]
): ProviderOrder => {
  const sum = refunds.reduce((total, [amount]) => total + amount, 0)
  const part = sum < TOTAL ? 'partly-refunded' : 'refunded'
  const isLinePay = attemptOf(storedOrder()).provider === 'line-pay'
  const invoiceId = isLinePay ? `${NUMBER}-1` : NUMBER
  const capture = makeCapture({ status: sum === 0 ? 'completed' : part, invoiceId })
  return makeProviderOrder({
    invoiceId,
    captures: [capture],
    refunds: refunds.map(([amount, key], index) => ({
      id: `R${index + 1}`,
      amount,
      at: at(21),
      ...(key === undefined ? {} : { key }),
    })),
  })
}

/** Presses a refund as the owner. */
export const refund = (
  key = 'press-1',
  amount: number | 'rest' = 500,
  { reason = '瑕疵', ...more }: { readonly reason?: string; readonly left?: number } = {},
) =>
  refundOrder({
    orderId: 'doc-1',
    amount,
    reason,
    key,
    ...more,
    context: { by: '林店主', at: minute(20) },
  })

/** A stored refund request, by its number. */
export const request = (number = 1) =>
  storedOrder().payment?.refundRequests?.find((refundRequest) => refundRequest.number === number)
/** The refunds that reached a provider. */
export const sentRefunds = () => calls.filter((call) => call.startsWith('refund'))
