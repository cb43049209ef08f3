import type { Order } from '#lib/order/order.ts'
import { CODE_METHODS } from '#lib/payment/methods.ts'
import { openPaymentCode } from '#lib/payment/payment.ts'

/** What becomes of a code that can still be paid, beside the other payment methods; undefined without one. */
export function otherMethodsNote(payment: Order['payment'], now = new Date()): string | undefined {
  const attempt = openPaymentCode(payment, now)
  if (!attempt) return undefined
  const { number: name, act } = CODE_METHODS[attempt.method] ?? { number: '', act: '' }
  return `改用其他方式付款後，這組${name}請勿再使用。若已${act}，請等我們確認，請勿再付一次。`
}
