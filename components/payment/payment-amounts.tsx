import { Price } from '#components/price/price.tsx'
import { type Fact, FactList } from '#components/ui/facts.tsx'
import type { OrderAmount } from '#lib/order/order-view.ts'
import { AMOUNT_LABELS } from './messages.ts'
import styles from './order-to-pay.module.css'

/** An amount of an order as a fact, set large. */
export function amountFact({ kind, amount }: OrderAmount): Fact {
  return [
    AMOUNT_LABELS[kind],
    <span key={kind} className={styles.amount}>
      <Price amount={amount} />
    </span>,
  ]
}

/** The amounts of an order that is not paid. */
export function PaymentAmounts({ amounts }: { amounts: readonly OrderAmount[] }) {
  return <FactList className={styles.due} facts={amounts.map(amountFact)} />
}
