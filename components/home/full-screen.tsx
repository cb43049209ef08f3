import { Picture } from '#components/ui/picture.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import type { Product } from '#lib/product/product.ts'
import { ProductText } from './product-text.tsx'
import styles from './screens.module.css'

// The shirt of the pre-order, over the whole window.
export function FullScreen({
  product,
  image,
}: {
  product: Product
  image: HomePage['hero']['image']
}) {
  const { phone, ...wide } = image
  return (
    <article className={styles.full}>
      <Picture
        {...wide}
        width={2400}
        height={1350}
        phone={phone === undefined ? undefined : { src: phone, width: 1600, height: 2000 }}
        sizes="100vw"
        className={styles.fullPicture}
      />
      <div className={`page ${styles.over}`}>
        <ProductText product={product} />
      </div>
    </article>
  )
}
