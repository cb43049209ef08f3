import { HalfStrip, STRIP_TITLE } from '#components/half/half-strip.tsx'
import { DeferBelowFold } from '#components/ui/link.tsx'
import type { Article } from '#lib/blog/article.ts'
import type { HomePage } from '#lib/content/pages.ts'
import type { ShownHalf } from '#lib/half/shown-halves.ts'
import type { Product } from '#lib/product/product.ts'
import { AboutAndJoin } from './about-and-join.tsx'
import { Badges } from './badges.tsx'
import { LeadArticle } from './lead-article.tsx'
import { Opening } from './opening.tsx'
import { Screens } from './screens.tsx'

type Shown = {
  readonly home: HomePage
  /** The latest products. */
  readonly products: readonly Product[]
  /** The product of the pre-order. */
  readonly preorder: Product | undefined
  /** The newest article. */
  readonly article: Article | undefined
  /** The newest halves that people drew. */
  readonly halves: readonly ShownHalf[]
}

/** Every heading of the home page that is set in the label's face. */
export function homeHeadings({ home, products, article }: Shown): readonly string[] {
  const { hero, preorder, featured, about, join } = home
  const titles = [hero, preorder, featured, about, join, ...products].map(({ title }) => title)
  return [...titles, article?.title ?? '', '購物保證', STRIP_TITLE]
}

/** The home page in four screens: the line that stops, the shirt of the pre-order, another one, an article. */
export function HomeView({ home, products, preorder, article, halves }: Shown) {
  return (
    <>
      <Opening hero={home.hero} preorder={home.preorder} product={preorder} />
      <DeferBelowFold>
        <Screens home={home} products={products} preorder={preorder} />
        <HalfStrip halves={halves} className="page" />
        {article ? <LeadArticle article={article} journal={home.journal} /> : null}
        <AboutAndJoin about={home.about} join={home.join} />
        <Badges badges={home.badges} />
      </DeferBelowFold>
    </>
  )
}
