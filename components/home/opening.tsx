import { OtherHalf } from '#components/half/other-half.tsx'
import { preorderDates } from '#components/product/preorder-sentence.ts'
import { WhilePreorder } from '#components/product/while-preorder.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Flowing } from '#components/ui/flowing.tsx'
import { Link } from '#components/ui/link.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import { availability, stockInfoOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './opening.module.css'

type Props = Pick<HomePage, 'hero' | 'preorder'> & { readonly product: Product | undefined }

// The way into the shop: to the pre-order while one runs, else to all that there is.
function OpeningAction({ hero, preorder, product }: Props) {
  const primary = buttonClass('primary')
  const toShop = (
    <Link className={primary} href={hero.action.href}>
      {hero.action.label}
    </Link>
  )
  if (!product) return toShop
  const stock = stockInfoOf(product)
  return (
    <WhilePreorder stock={stock} initialAvailability={availability(product)} instead={toShop}>
      <section className={styles.preorder} aria-labelledby="preorder-title">
        <h2 id="preorder-title">{preorder.title}</h2>
        <p className={styles.dates}>{noBreak(preorderDates(product))}</p>
        <Link className={primary} href={productPath(product.id)}>
          {preorder.label}
        </Link>
      </section>
    </WhilePreorder>
  )
}

/** The first window of the home page: the line that stops and is drawn on, what the shop is, and the way into it. */
export function Opening(props: Props) {
  const { hero } = props
  return (
    <section className={styles.opening}>
      <OtherHalf name="ridge" className={styles.line} />
      <div className={`page ${styles.words}`}>
        <h1 className={styles.title}>{hero.title}</h1>
        <div className={styles.beside}>
          <p className={styles.text}>
            <Flowing text={hero.text} />
          </p>
          <OpeningAction {...props} />
        </div>
      </div>
    </section>
  )
}
