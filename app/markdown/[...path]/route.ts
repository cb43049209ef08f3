import {
  garmentMarkdown,
  articleMarkdown,
  infoMarkdown,
  productMarkdown,
} from '#components/markdown/page-markdown.ts'
import { findArticle, findPlannedArticles } from '#lib/blog/article.ts'
import { findInfoPage, findInfoPages } from '#lib/content/find-pages.ts'
import { findGarment, findPlannedGarments, showGarment } from '#lib/garment/find-garments.ts'
import { MARKDOWN_TYPE } from '#lib/http/negotiation.ts'
import { findOffersFor } from '#lib/offer/offer.ts'
import { findPlannedProducts, findProduct } from '#lib/product/find-products.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'

type Context = { params: Promise<{ path: string[] }> }

// Same as the pages that this mirrors.
export const dynamic = 'force-static'
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const [products, garments, articles, pages] = await Promise.all([
    findPlannedProducts(),
    findPlannedGarments(),
    findPlannedArticles(),
    findInfoPages(),
  ])
  return [
    ...products.map(({ id }) => ({ path: ['product', id] })),
    ...garments.map(({ id }) => ({ path: ['c', id] })),
    ...articles.map(({ slug }) => ({ path: ['blog', slug] })),
    ...pages.map(({ slug }) => ({ path: [slug] })),
  ]
}

async function infoTwin(slug: string): Promise<string | undefined> {
  const page = await findInfoPage(slug)
  return page && infoMarkdown(page)
}

const TWINS: Readonly<Record<string, (name: string) => Promise<string | undefined>>> = {
  product: async (id) => {
    const product = await findProduct(id)
    return product && productMarkdown(product, { offers: await findOffersFor(product.id) })
  },
  c: async (id) => {
    const garment = await findGarment(id)
    return garment && garmentMarkdown(await showGarment(garment))
  },
  blog: async (slug) => {
    const article = await findArticle(slug)
    return article && articleMarkdown(article)
  },
}

/** The markdown twin of a public page, at the page's path under /markdown. */
export async function GET(_request: Request, { params }: Context) {
  const { path } = await params
  const [folder = '', name] = path
  const text = await (name === undefined ? infoTwin(folder) : TWINS[folder]?.(name))
  if (text === undefined) return new Response(null, { status: 404 })
  return new Response(text, {
    headers: {
      'Content-Type': `${MARKDOWN_TYPE}; charset=utf-8`,
      'X-Robots-Tag': 'noindex',
      Link: `<${absoluteUrl(`/${path.join('/')}`)}>; rel="canonical"`,
    },
  })
}
