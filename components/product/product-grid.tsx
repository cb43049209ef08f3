import type { Product } from '#lib/product/product.ts'

import { ProductCard } from './product-card.tsx'
import styles from './product-grid.module.css'

/** Products side by side, three on a desktop, one on a phone; the first picture is first in line where the grid opens the page. */
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
