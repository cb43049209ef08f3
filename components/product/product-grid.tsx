import type { Product } from '#lib/product/product.ts'

import { ProductCard } from './product-card.tsx'
import styles from './product-grid.module.css'
import type { ProductGroup } from '#lib/product/find-products.ts'

/**
 * Products in a grid: three columns on a desktop, one on a phone.
 * The first picture loads with priority where the grid opens the page.
 */
export function ProductGrid({
  products,
  heading,
  opensPage = false,
  children,
}: {
  products: readonly Product[]
  heading: 'h2' | 'h3'
  opensPage?: boolean
  children?: React.ReactNode
}) {
  return (
    <ul className={`plain-list ${styles.grid}`}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} heading={heading} priority={opensPage && index === 0} />
        </li>
      ))}
      {children}
    </ul>
  )
}

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
          <h2 className={styles.groupTitle}>{title}</h2>
          <ul className={`plain-list ${styles.groupProducts}`}>
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
