'use client'

import { Stepper } from '#components/ui/stepper.tsx'
import { MIN_QUANTITY } from '#lib/cart/cart.ts'
import { MAX_UNITS } from '#lib/company/purchase-terms.ts'
import styles from './buy-form.module.css'

/** Chooses a quantity within a line's limits. */
export function QuantityChoice({
  quantity,
  onChange,
}: {
  quantity: number
  onChange: (quantity: number) => void
}) {
  return (
    <div className={styles.quantity}>
      <span className={styles.label} aria-hidden="true">
        數量
      </span>
      <Stepper
        label="數量"
        value={quantity}
        min={MIN_QUANTITY}
        max={MAX_UNITS}
        onChange={onChange}
      />
      <span className={styles.hint}>每款每尺寸最多 {MAX_UNITS} 件</span>
    </div>
  )
}
