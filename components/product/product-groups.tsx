import type { ProductGroup } from '#lib/product/catalog.ts'

import { ProductCard } from './product-card.tsx'
import styles from './product-groups.module.css'

const COLUMNS = 3

/** Products under the heading of their series; series of few shirts stand side by side. */
export function ProductGroups({ groups }: { groups: readonly ProductGroup[] }) {
  return (
    <div className={styles.groups}>
      {groups.map(({ title, products }, index) => (
        <section
          key={title}
          className={styles.group}
          data-span={Math.min(products.length, COLUMNS)}
        >
          <h2 className={styles.title}>{title}</h2>
          <ul className={`plain-list ${styles.products}`}>
            {products.map((product, place) => (
              <li key={product.id}>
                <ProductCard product={product} heading="h3" priority={index === 0 && place === 0} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
