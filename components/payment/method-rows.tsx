import type { PaymentMethod } from '#lib/payment/methods.ts'
import { type MethodRow, ROW_NAMES } from './method-labels.ts'
import { MethodMark } from './method-mark.tsx'
import styles from './method-rows.module.css'

/** The choice of a payment method, one row each. A row that can't be chosen says why. */
export function MethodRows({
  rows,
  chosen,
  onChoose,
  legendClass = 'visually-hidden',
}: {
  rows: readonly MethodRow[]
  chosen: PaymentMethod | undefined
  onChoose: (method: PaymentMethod) => void
  legendClass?: string | undefined
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={legendClass}>付款方式</legend>
      <div className={styles.rows}>
        {rows.map(({ method, note, why }) => (
          <label key={method} className={styles.row} data-off={why === undefined ? undefined : ''}>
            <input
              type="radio"
              name="payment-method"
              value={method}
              checked={method === chosen}
              disabled={why !== undefined}
              onChange={() => onChoose(method)}
            />
            <span className={styles.words}>
              <span className={styles.name}>{ROW_NAMES[method]}</span>{' '}
              <span className={styles.note}>{why ?? note}</span>
            </span>
            <MethodMark method={method} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
