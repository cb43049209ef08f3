import type { Product } from '#lib/product/product.ts'

import styles from './delivery-terms.module.css'
import { FACT_LABELS, FACT_UNKNOWN } from './messages.ts'

/** What a shopper asks of a white T-shirt, in a short list: what the owner has measured, and in one row what is still to come. */
export function GarmentFacts({ product }: { product: Pick<Product, 'material' | 'facts'> }) {
  const { material, facts } = product
  const known = FACT_LABELS.filter(([name]) => facts?.[name])
  const unknown = FACT_LABELS.filter(([name]) => !facts?.[name])
  return (
    <dl className={styles.terms}>
      <div>
        <dt>材質</dt>
        <dd>{material}</dd>
      </div>
      {known.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{facts?.[name]}</dd>
        </div>
      ))}
      {unknown.length === 0 ? null : (
        <div className={styles.unknown}>
          <dt>{unknown.map(([, label]) => label).join('、')}</dt>
          <dd>{FACT_UNKNOWN}</dd>
        </div>
      )}
    </dl>
  )
}
