import type { ReactNode } from 'react'

import type { Product } from '#lib/product/product.ts'
import { ListedCard } from './listed-card.tsx'
import productGridStyles from './product-grid.module.css'

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
  children?: ReactNode
}) {
  return (
    <ul className={`plain-list ${productGridStyles.grid}`}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ListedCard product={product} heading={heading} priority={opensPage && index === 0} />
        </li>
      ))}
      {children}
    </ul>
  )
}
