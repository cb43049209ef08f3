import type { ProductGroup } from '#lib/product/catalog.ts'

import { ProductGrid } from './product-grid.tsx'
import styles from './product-groups.module.css'

/** Products under the heading of their series. */
export function ProductGroups({ groups }: { groups: readonly ProductGroup[] }) {
  return groups.map(({ title, products }, index) => (
    <section key={title} className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      <ProductGrid products={products} heading="h3" opensPage={index === 0} />
    </section>
  ))
}
