import { llmsText } from '#components/markdown/page-markdown.ts'
import { findArticles } from '#lib/blog/article.ts'
import { findHomePage, findInfoPages } from '#lib/content/find-pages.ts'
import { findGarments } from '#lib/garment/find-garments.ts'
import { findProducts } from '#lib/product/find-products.ts'

// Same as the listed pages.
export const dynamic = 'force-static'
export const revalidate = 3600

export async function GET() {
  const [{ description }, products, garments, articles, pages] = await Promise.all([
    findHomePage(),
    findProducts(),
    findGarments(),
    findArticles(),
    findInfoPages(),
  ])
  return new Response(llmsText({ description, products, garments, articles, pages }), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
