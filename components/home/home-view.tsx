import { DeferBelowFold, Link } from '#components/ui/link.tsx'
import { ArticleCard } from '#components/blog/article-card.tsx'
import grid from '#components/blog/article-card.module.css'
import { ScanSection } from '#components/garment/scan-section.tsx'
import { WhilePreorder } from '#components/product/availability-band.tsx'
import { preorderDates } from '#components/product/preorder-sentence.ts'
import { ProductGrid, ComingSoon } from '#components/product/product-grid.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Picture } from '#components/ui/picture.tsx'
import type { Article } from '#lib/blog/article.ts'
import type { HomePage } from '#lib/content/pages.ts'
import { availability, stockInfoOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './home-view.module.css'

const FEWEST_CARDS = 3

type Opening = Pick<HomePage, 'hero' | 'preorder'> & { readonly product: Product | undefined }

// The way into the shop: to the pre-order while one runs, else to all that there is.
function HeroAction({ hero, preorder, product }: Opening) {
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
        <p className={styles.dates}>{preorderDates(product)}</p>
        <Link className={primary} href={productPath(product.id)}>
          {preorder.label}
        </Link>
      </section>
    </WhilePreorder>
  )
}

function Hero({ hero, preorder, product }: Opening) {
  const { phone, ...image } = hero.image
  return (
    <section className={styles.hero}>
      <Picture
        {...image}
        width={2400}
        height={1350}
        phone={phone === undefined ? undefined : { src: phone, width: 1600, height: 2000 }}
        sizes="100vw"
        priority
        className={styles.heroPicture}
      />
      <div className={`page ${styles.heroWords}`}>
        <h1 className={styles.heroTitle}>{hero.title}</h1>
        <p className={styles.heroText}>{noBreak(hero.text)}</p>
        <HeroAction hero={hero} preorder={preorder} product={product} />
      </div>
    </section>
  )
}

function SectionHead({ title, action }: HomePage['journal']) {
  return (
    <div className={styles.sectionHead}>
      <h2>{title}</h2>
      <Link href={action.href}>{action.label}</Link>
    </div>
  )
}

function Badges({ badges }: Pick<HomePage, 'badges'>) {
  return (
    <section>
      <h2 className="visually-hidden">購物保證</h2>
      <ul className={`plain-list page ${styles.badges}`}>
        {badges.map(({ title, text, href }) => (
          <li key={title}>
            <h3 className={styles.badgeTitle}>
              <Link href={href}>{title}</Link>
            </h3>
            <p className={styles.soft}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AboutAndJoin({ about, join }: Pick<HomePage, 'about' | 'join'>) {
  return (
    <>
      <section className={`page ${styles.about}`}>
        <Picture
          {...about.image}
          width={2000}
          height={1250}
          sizes="(min-width: 1280px) 720px, (min-width: 900px) 56vw, 94vw"
          className={styles.aboutPicture}
        />
        <div className={styles.words}>
          <h2>{about.title}</h2>
          <p>{about.text}</p>
          <ButtonLink href={about.action.href}>{about.action.label}</ButtonLink>
        </div>
      </section>
      <section className={styles.join}>
        <div className={`page ${styles.words}`}>
          <h2>{join.title}</h2>
          <p>{join.text}</p>
          <ButtonLink href={join.action.href}>{join.action.label}</ButtonLink>
        </div>
      </section>
    </>
  )
}

/** The home page: what this is, what can be had now, why it can be trusted, who is behind it, and how to join. */
export function HomeView({
  home,
  products,
  preorder,
  articles,
  scanned,
}: {
  home: HomePage
  products: readonly Product[]
  preorder: Product | undefined
  /** The style whose code can be tried. */
  scanned: { readonly id: string; readonly title: string } | undefined
  articles: readonly Article[]
}) {
  const missing = Math.max(0, FEWEST_CARDS - products.length)
  return (
    <>
      <Hero hero={home.hero} preorder={home.preorder} product={preorder} />
      <DeferBelowFold>
        <section className={`page ${styles.section}`}>
          <SectionHead title={home.featured.title} action={home.featured.action} />
          <ProductGrid products={products} heading="h3">
            {Array.from({ length: missing }, (_, index) => (
              <ComingSoon key={index} {...home.featured.coming_soon} />
            ))}
          </ProductGrid>
        </section>
        {home.scan && scanned ? (
          <section className={`page ${styles.section}`}>
            <ScanSection garment={scanned} {...home.scan} />
          </section>
        ) : null}
        <Badges badges={home.badges} />
        {/* Apart from the section with the code to scan, which the label shows once more. */}
        {home.macro ? (
          <Picture
            {...home.macro}
            width={1600}
            height={2000}
            sizes="100vw"
            className={styles.macro}
          />
        ) : null}
        <AboutAndJoin about={home.about} join={home.join} />
        {articles.length > 0 ? (
          <section className={`page ${styles.section}`}>
            <SectionHead {...home.journal} />
            <ul className={`plain-list ${grid.grid}`}>
              {articles.map((article) => (
                <li key={article.slug}>
                  <ArticleCard article={article} heading="h3" />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </DeferBelowFold>
    </>
  )
}
