import { Flowing } from '#components/ui/flowing.tsx'
import { factsPromisedBy, missingProof, type Product } from '#lib/product/product.ts'
import { FACT_LABELS } from './messages.ts'
import { factsSentence } from './preorder-sentence.ts'
import styles from './terms.module.css'

const UNPROVEN = '這一款還沒有實品照片，也還沒有量好的規格。'

/** Known facts of the garment; a pre-order names the day for the rest. */
export function GarmentFacts({ product }: { product: Product }) {
  const { material, facts, organic_certificate: certificate } = product
  const known = FACT_LABELS.flatMap(([name, label]) => {
    const value = facts?.[name]
    return value ? [[label, value] as const] : []
  })
  const promisedBy = factsPromisedBy(product)
  const rows = [
    ['材質', material] as const,
    ...(certificate === undefined ? [] : [['有機認證', certificate] as const]),
    ...known,
  ]
  return (
    <>
      <dl className={styles.terms}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {promisedBy === undefined ? null : (
        <p className={styles.promise}>
          <Flowing text={factsSentence(promisedBy)} />
        </p>
      )}
      {product.shown_unproven && missingProof(product).length === 2 ? (
        <p className={styles.promise}>{UNPROVEN}</p>
      ) : null}
    </>
  )
}
