import type { ComponentProps, ReactNode } from 'react'
import { AvailabilityBand } from './availability-band.tsx'
import { bandOf, ProductCard } from './product-card.tsx'
import styles from './coming-soon.module.css'
import type { Product } from '#lib/product/product.ts'
import productGridStyles from './product-grid.module.css'
import type { ProductGroup } from '#lib/product/find-products.ts'

/** A product in a listing, with the band that follows its deadline. */
export function ListedCard(card: Omit<ComponentProps<typeof ProductCard>, 'children'>) {
  return (
    <ProductCard {...card}>
      <AvailabilityBand {...bandOf(card.product)} />
    </ProductCard>
  )
}

/** A place on the shelf for what is still being made; left out on a phone. */
export function ComingSoon({ title, text }: { title: string; text: string }) {
  return (
    <li className={styles.place}>
      <div className={styles.picture}>
        <svg viewBox="0 0 200 250" className={styles.pattern} aria-hidden="true">
          <path d="M80 70c6 9 34 9 40 0l22 9 20 26-18 15-10-10v70H66v-70l-10 10-18-15 20-26z" />
        </svg>
      </div>
      <p className={styles.title} lang="en">
        {title}
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  )
}

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

const COLUMNS = 3

/** Returns the number of empty places in the last row for the given widths. */
export function emptyPlaces(widths: readonly number[]): number {
  const used = widths.reduce((row, width) => {
    const span = Math.min(width, COLUMNS)
    return row + span > COLUMNS ? span : row + span
  }, 0)
  return used === 0 ? 0 : COLUMNS - used
}

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
