import { AvailabilityBand } from '#components/product/availability-band.tsx'
import { bandOf } from '#components/product/product-card.tsx'
import { ComingSoon, ProductGrid } from '#components/product/product-grid.tsx'
import { ReducedPrice } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import { availability, isOnSale } from '#lib/product/availability.ts'
import { picturesOf, type Product } from '#lib/product/product.ts'
import { productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'

import styles from './screens.module.css'

const FEWEST_CARDS = 3

function ProductWords({ product }: { product: Product }) {
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

// The shirt of the pre-order, over the whole window.
function FullScreen({ product, image }: { product: Product; image: HomePage['hero']['image'] }) {
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
        <ProductWords product={product} />
      </div>
    </article>
  )
}

// A shirt whose picture reaches the edge of the window, with its words beside it.
function HalfScreen({
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
        <ProductWords product={product} />
        {isSoon ? (
          <ul className={`plain-list ${styles.soon}`}>
            <ComingSoon {...soon} />
          </ul>
        ) : null}
      </div>
    </article>
  )
}

/** The latest shirts: that of the pre-order over the whole window, another one half of it, more than that in a grid. */
export function Screens({
  home: { hero, featured },
  products,
  preorder,
}: {
  home: Pick<HomePage, 'hero' | 'featured'>
  products: readonly Product[]
  preorder: Product | undefined
}) {
  const others = products.filter(({ id }) => id !== preorder?.id)
  const missing = Math.max(0, FEWEST_CARDS - products.length)
  const [only, ...more] = others
  return (
    <section aria-label={featured.title}>
      <h2 className="visually-hidden">{featured.title}</h2>
      {preorder ? <FullScreen product={preorder} image={hero.image} /> : null}
      {only && more.length === 0 && missing < 2 ? (
        <HalfScreen product={only} soon={featured.coming_soon} isSoon={missing === 1} />
      ) : (
        <div className={`page ${styles.grid}`}>
          <ProductGrid products={others} heading="h3">
            {Array.from({ length: missing }, (_, index) => (
              <ComingSoon key={index} {...featured.coming_soon} />
            ))}
          </ProductGrid>
        </div>
      )}
      <p className={`page ${styles.all}`}>
        <Link href={featured.action.href}>{featured.action.label}</Link>
      </p>
    </section>
  )
}
