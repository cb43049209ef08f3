import { NEEDS_SCRIPT } from '#components/cart/needs-script.ts'
import { Price, ReducedPrice } from '#components/price/price.tsx'
import { availability, stockInfoOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'

import form from './buy-form.module.css'
import { BuyForm } from './buy-form.tsx'
import { DeliveryTerms } from './delivery-terms.tsx'
import { Gallery } from './gallery.tsx'
import { GarmentFacts } from './garment-facts.tsx'
import { preorderSentence, saleSentence } from './preorder-sentence.ts'
import { ProductCard } from './product-card.tsx'
import { ProductFacts } from './product-facts.tsx'
import styles from './product-view.module.css'

const RENDERINGS_NOTE = '圖為設計示意，以電腦算繪；打樣完成後換上實品照片。'

/** A product as its page shows it, and `instead` of it one that can be had: pictures, the buying column, the story, measures and facts. */
export function ProductView({
  product,
  instead,
}: {
  product: Product
  instead: Product | undefined
}) {
  const stock = stockInfoOf(product)
  const initialAvailability = availability(product)
  const [size, ...sizes] = product.sizes
  return (
    <article>
      <div className={styles.top}>
        <div>
          <Gallery pictures={[product.image, ...product.gallery]} />
          {product.renderings === false ? null : <p className={styles.note}>{RENDERINGS_NOTE}</p>}
        </div>
        <div className={styles.buying}>
          {size ? (
            <BuyForm
              product={{
                id: product.id,
                title: product.title,
                image: product.image.src,
                price: product.price,
              }}
              colors={product.colors}
              sizes={[size, ...sizes]}
              stock={stock}
              initialAvailability={initialAvailability}
              preorderSentence={preorderSentence(product)}
              price={<Price amount={product.price} />}
              instead={instead ? <ProductCard product={instead} heading="h2" /> : null}
            >
              <h1 className={styles.title}>{product.title}</h1>
              <p className={styles.subtitle}>{product.subtitle}</p>
              <p className={styles.price}>
                <ReducedPrice amount={product.price} usual={product.sale?.usualPrice} />
              </p>
              {product.sale ? (
                <p className={styles.subtitle}>{saleSentence(product.sale.until)}</p>
              ) : null}
            </BuyForm>
          ) : null}
          <noscript>
            <p className={form.hint}>{NEEDS_SCRIPT}</p>
          </noscript>
          <DeliveryTerms now={initialAvailability} />
          <GarmentFacts product={product} />
        </div>
      </div>
      <ProductFacts product={product} />
    </article>
  )
}
