import { Price } from '#components/price/price.tsx'
import type { Order } from '#lib/order/order.ts'
import { backWords } from '#lib/owner/messages.ts'
import { providerTitle } from '#lib/order/payment/payment-status.ts'
import { unlistedAmount } from '#lib/order/payment/payment.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

import styles from './owner.module.css'

/** The money of an order that went back: refunded or taken, each with its time and the provider's number. */
export function MoneyBack({ payment }: Pick<Order, 'payment'>) {
  const unlisted = payment ? unlistedAmount(payment) : 0
  if (!payment || payment.refundedAmount === 0) return null
  const words = backWords(providerTitle(payment))
  return (
    <section className={styles.section}>
      <h2>退款與扣回</h2>
      <ul className={styles.plain}>
        {payment.refunds.map(({ id, amount, at, kind }) => (
          <li key={id}>
            {words[kind ?? 'refund']} <Price amount={amount} />・{formatTime(new Date(at))}・
            <span className="figures">{id}</span>
          </li>
        ))}
        {unlisted > 0 ? (
          <li>
            {words[payment.unlisted ?? 'refund']} <Price amount={unlisted} />
          </li>
        ) : null}
      </ul>
    </section>
  )
}
