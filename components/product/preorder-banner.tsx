import { IntentLink } from '#components/ui/intent-link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import { availability, stockInfoOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { productPath } from '#lib/site/paths.ts'

import { preorderDates } from './preorder-sentence.ts'
import styles from './preorder-banner.module.css'
import { WhilePreorder } from './availability.tsx'
import { buttonClass } from '#components/ui/button.tsx'

/** The pre-order that runs now, on the home page; gone once it is over. */
export function PreorderBanner({
  product,
  words,
}: {
  product: Product
  words: HomePage['preorder']
}) {
  const picture = product.gallery[1] ?? product.image
  return (
    <WhilePreorder stock={stockInfoOf(product)} initialAvailability={availability(product)}>
      <section className={styles.banner} aria-labelledby="preorder-title">
        <div className={`page ${styles.inside}`}>
          <Picture
            {...picture}
            width={1600}
            height={2000}
            sizes="(min-width: 900px) 240px, 40vw"
            className={styles.picture}
          />
          <div className={styles.words}>
            <h2 id="preorder-title">{words.title}</h2>
            <p>{words.text}</p>
            <p className={styles.dates}>{preorderDates(product)}</p>
            <IntentLink className={buttonClass('primary')} href={productPath(product.id)}>
              {words.label}
            </IntentLink>
          </div>
        </div>
      </section>
    </WhilePreorder>
  )
}
