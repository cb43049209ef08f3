import styles from '#components/owner/owner.module.css'
import { Price } from '#components/price/price.tsx'
import type { Order } from '#lib/order/order.ts'
import { backText, providerNameOf } from '#lib/owner/payment-labels.ts'
import { shippingProof } from '#lib/owner/shipping-proof.ts'
import { unexplainedReversal } from '#lib/owner/unexplained-reversal.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { takenAmount, unlistedAmount } from '#lib/payment/refund/charged-back.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { ShippingProof } from './shipping-proof.tsx'

/** The money of an order that went back: refunded or taken, each with its time and the provider's number. */
export function OrderRefunds({ order }: { order: Order }) {
  const { payment } = order
  const unlisted = payment ? unlistedAmount(payment) : 0
  const { returned = [] } = payment ?? {}
  if (!payment || (payment.refundedAmount === 0 && returned.length === 0)) return null
  const labels = backText(providerTitle(payment))
  const advice = unexplainedReversal(order)
  const proof = takenAmount(payment) > 0 && advice.length > 0 ? shippingProof(order) : ''
  return (
    <section className={styles.section}>
      <h2>退款與扣回</h2>
      <ul className={styles.plain}>
        {payment.refunds.map(({ id, amount, at, kind }) => (
          <li key={id}>
            {labels[kind ?? 'refund']} <Price amount={amount} />・{formatTime(new Date(at))}・
            <span className="figures">{id}</span>
          </li>
        ))}
        {returned.map(({ captureRef, provider, amount, at, refunds }) => (
          <li key={captureRef}>
            {providerNameOf(provider)} 暫收款 <Price amount={amount} />・{formatTime(new Date(at))}
            ・<span className="figures">{captureRef}</span>
            {refunds.map((refund) => (
              <span key={refund.id} className={styles.whole}>
                ，已退 <Price amount={refund.amount} />・{formatTime(new Date(refund.at))}
              </span>
            ))}
          </li>
        ))}
        {unlisted > 0 ? (
          <li>
            {labels[payment.unlisted ?? 'refund']} <Price amount={unlisted} />
          </li>
        ) : null}
      </ul>
      {advice.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ShippingProof text={proof} words="申訴時可以貼上的證明" />
    </section>
  )
}
