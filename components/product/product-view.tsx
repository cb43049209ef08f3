import { Price } from '#components/price/price.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { availability, stockedOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { now } from '#lib/site/clock.ts'

import { AvailabilityBadge } from './availability-badge.tsx'
import { BuyForm } from './buy-form.tsx'
import { DeliveryTerms } from './delivery-terms.tsx'
import { Gallery } from './gallery.tsx'
import { preorderSentence } from './preorder-sentence.ts'
import { ProductFacts } from './product-facts.tsx'
import styles from './product-view.module.css'

const MAIN_SIZES = '(min-width: 1280px) 640px, (min-width: 900px) 50vw, 100vw'

/** A product as its page shows it: pictures, the buying column, the story, measures and facts. */
export function ProductView({ product }: { product: Product }) {
  const pictures = [product.image, ...product.gallery]
  const stocked = stockedOf(product)
  const whenGenerated = availability(product, now())
  const [size, ...sizes] = product.sizes
  return (
    <article>
      <div className={styles.top}>
        <Gallery
          slides={pictures.map((picture, index) => (
            <Picture
              key={picture.src}
              {...picture}
              width={1600}
              height={2000}
              sizes={MAIN_SIZES}
              first={index === 0}
            />
          ))}
          thumbs={pictures.map(({ src }) => (
            <Picture key={src} src={src} alt="" width={96} height={120} sizes="96px" />
          ))}
        />
        <div className={styles.buying}>
          <header>
            <AvailabilityBadge stocked={stocked} whenGenerated={whenGenerated} />
            <h1 className={styles.title}>{product.title}</h1>
            <p className={styles.subtitle}>{product.subtitle}</p>
            <p className={styles.price}>
              <Price amount={product.price} />
            </p>
          </header>
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
              stocked={stocked}
              whenGenerated={whenGenerated}
              preorderSentence={preorderSentence(product)}
            />
          ) : null}
          <DeliveryTerms preorder={product.preorder} />
        </div>
      </div>
      <ProductFacts product={product} />
    </article>
  )
}
