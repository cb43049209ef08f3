import { findProducts } from '#lib/product/find-products.ts'
import { goodsFeed } from '#lib/seo/product-feed.ts'

// Same as the listed pages: a visit reads nothing.
export const dynamic = 'force-static'
export const revalidate = 3600

export async function GET() {
  return new Response(goodsFeed(await findProducts(), 'meta', new Date()), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}
