import { PAYMENT_STATUS_LABELS } from '#components/payment/messages.ts'
import type { Order } from '#lib/order/order.ts'
import { CODE_METHODS } from '#lib/payment/methods.ts'
import { paymentStatus } from '#lib/payment/payment-status.ts'
import { openPaymentCode } from '#lib/payment/payment.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import styles from './order-status.module.css'

type StatusFields = Pick<Order, 'status' | 'payment' | 'totalAmount'>

// Payment detail that the order's status does not show.
function finer(order: StatusFields): string | undefined {
  const status = paymentStatus(order)
  const number = status === 'unpaid' ? openPaymentCode(order.payment, new Date()) : undefined
  if (number) return `等待${CODE_METHODS[number.method]?.act ?? ''}`
  if (status === 'unpaid' || status === 'paid' || status === 'cancelled') return undefined
  const text = PAYMENT_STATUS_LABELS[status]
  const refunded = order.payment?.refundedAmount ?? 0
  if (status !== 'partly-refunded') return text
  const part = takenAmount(order.payment) > 0 ? '部分款項已退或扣回' : text
  return `${part} ${formatPrice(refunded)}／${formatPrice(order.totalAmount)}`
}

/** The order's status, and beside it how the payment stands, where the status does not say it. */
export function OrderStatus({ order }: { order: StatusFields }) {
  const more = finer(order)
  return (
    <span className={styles.status}>
      <span className={styles.text} data-status={order.status}>
        {order.status}
      </span>
      {more === undefined ? null : <span className={styles.finer}>{more}</span>}
    </span>
  )
}
