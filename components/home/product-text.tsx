import { ReducedPrice } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { availability, isOnSale } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './screens.module.css'

export function ProductText({ product }: { product: Product }) {
  const { id, title, subtitle, price, sale } = product
  return (
    <div className={styles.words}>
      <h3 className={styles.title}>
        <Link href={productPath(id)}>{noBreak(title)}</Link>
      </h3>
      <p>{noBreak(subtitle)}</p>
      <p className={styles.price}>
        <ReducedPrice amount={price} usual={sale?.usualPrice} />
      </p>
      <ButtonLink href={productPath(id)}>
        {isOnSale(availability(product)) ? '選尺寸' : '看這一件'}
      </ButtonLink>
    </div>
  )
}
