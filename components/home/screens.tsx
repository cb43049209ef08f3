import { ComingSoon } from '#components/product/coming-soon.tsx'
import { ProductGrid } from '#components/product/product-grid.tsx'
import { Link } from '#components/ui/link.tsx'
import type { HomePage } from '#lib/content/pages.ts'
import type { Product } from '#lib/product/product.ts'
import { FullScreen } from './full-screen.tsx'
import { HalfScreen } from './half-screen.tsx'
import styles from './screens.module.css'

const FEWEST_CARDS = 3

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
