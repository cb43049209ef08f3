import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import {
  DISPUTE_SENT_LABELS,
  DISPUTE_TURN_LABELS,
  DISPUTE_LABELS,
} from '#lib/owner/dispute-labels.ts'
import { preorderProof } from '#lib/owner/preorder-proof.ts'
import { shippingProof } from '#lib/owner/shipping-proof.ts'
import { DISPUTE_PAGE, disputeReasonText } from '#lib/payment/dispute-labels.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { ShippingProof } from './shipping-proof.tsx'

// The disputes of a payment: why, until when to answer and where, and what proves that the goods were sent.
export function Disputes({ order }: { order: Order }) {
  const { payment } = order
  const disputes = payment?.disputes ?? []
  if (disputes.length === 0) return null
  const provider = providerTitle(payment)
  const isOpen = disputes.some(({ state }) => state === 'open')
  const proof = isOpen ? shippingProof(order) || preorderProof(order) : ''
  return (
    <section className={styles.section}>
      <h2>爭議</h2>
      <ul className={styles.plain}>
        {disputes.map(({ id, state, reason, respondBy, isAnswered }) => (
          <li key={id}>
            <strong>{disputeReasonText(reason, provider) || '未說明原因'}</strong>　
            {state === 'open' && order.shipment ? DISPUTE_SENT_LABELS : DISPUTE_LABELS[state]}
            {state === 'open' ? `・${DISPUTE_TURN_LABELS[isAnswered ? 'answered' : 'due']}` : ''}
            <span className={styles.soft}>　{id}</span>
            {state === 'open' && respondBy !== undefined && !isAnswered ? (
              <p>
                請在 <strong>{formatTime(new Date(respondBy))}</strong> 前回覆，逾期視為買家勝訴。
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <p>
          <a href={DISPUTE_PAGE}>到 {provider} 的調解中心回覆</a>
        </p>
      ) : null}
      <ShippingProof text={proof} words="回覆時可以貼上的證明" />
    </section>
  )
}
