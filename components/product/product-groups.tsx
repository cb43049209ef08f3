import type { ReactNode } from 'react'

import type { ProductGroup } from '#lib/product/categories.ts'
import { COLUMNS, emptyPlaces } from './empty-places.ts'
import { ListedCard } from './listed-card.tsx'
import productGridStyles from './product-grid.module.css'

/**
 * Products under the heading of their series; series of few shirts stand side by side. `rest` takes
 * the last place of a row on a desktop.
 */
export function ProductGroups({
  groups,
  rest,
}: {
  groups: readonly ProductGroup[]
  rest: ReactNode
}) {
  const isOneShort = emptyPlaces(groups.map(({ products }) => products.length)) === 1
  return (
    <div className={productGridStyles.groups}>
      {groups.map(({ title, products }, index) => (
        <section
          key={title}
          className={productGridStyles.group}
          data-span={Math.min(products.length, COLUMNS)}
        >
          <h2 className={productGridStyles.groupTitle}>{title}</h2>
          <ul className={`plain-list ${productGridStyles.groupProducts}`}>
            {products.map((product, place) => (
              <li key={product.id}>
                <ListedCard product={product} heading="h3" priority={index === 0 && place === 0} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isOneShort ? <ul className={`plain-list ${productGridStyles.rest}`}>{rest}</ul> : null}
    </div>
  )
}
