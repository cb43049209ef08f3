import type { ReactNode } from 'react'

import { ReducedPrice } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { picturesOf, type Product } from '#lib/product/product.ts'
import { productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './product-card.module.css'

const SIZES = '(min-width: 1376px) 411px, (min-width: 900px) 31vw, 45vw'

/** A product to choose: its picture, another one under the pointer, its title and price. */
export function ProductCard({
  product,
  heading: Heading,
  priority = false,
  children,
}: {
  product: Product
  heading: 'h2' | 'h3'
  priority?: boolean
  /** Overlay on the picture. */
  children?: ReactNode
}) {
  const [first, ...others] = picturesOf(product)
  const second = others[1] ?? others[0]
  const place = { width: 1600, height: 2000, sizes: SIZES }
  return (
    <article className={styles.card}>
      <div className={styles.pictures}>
        <Picture
          src={first.src}
          alt={first.alt}
          {...place}
          priority={priority}
          className={styles.picture}
        />
        {second ? <Picture src={second.src} alt="" {...place} className={styles.second} /> : null}
        {children}
      </div>
      <Heading className={styles.title}>
        <Link className={styles.link} href={productPath(product.id)}>
          {noBreak(product.title)}
        </Link>
      </Heading>
      <p className={styles.subtitle}>{product.subtitle}</p>
      <p className={styles.price}>
        <ReducedPrice amount={product.price} usual={product.sale?.usualPrice} />
      </p>
    </article>
  )
}
