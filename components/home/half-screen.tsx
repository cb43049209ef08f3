import { AvailabilityBand } from '#components/product/availability-band.tsx'
import { bandOf } from '#components/product/band-of.ts'
import { ComingSoon } from '#components/product/coming-soon.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import { picturesOf, type Product } from '#lib/product/product.ts'
import { ProductText } from './product-text.tsx'
import styles from './screens.module.css'

// A shirt whose picture reaches the edge of the window, with its words beside it.
export function HalfScreen({
  product,
  soon,
  isSoon,
}: {
  product: Product
  soon: HomePage['featured']['coming_soon']
  isSoon: boolean
}) {
  const [first] = picturesOf(product)
  return (
    <article className={styles.half}>
      <div className={styles.halfPicture}>
        <Picture
          src={first.src}
          alt={first.alt}
          width={1600}
          height={2000}
          sizes="(min-width: 900px) 58vw, 100vw"
        />
        <AvailabilityBand {...bandOf(product)} />
      </div>
      <div className={styles.aside}>
        <ProductText product={product} />
        {isSoon ? (
          <ul className={`plain-list ${styles.soon}`}>
            <ComingSoon {...soon} />
          </ul>
        ) : null}
      </div>
    </article>
  )
}
