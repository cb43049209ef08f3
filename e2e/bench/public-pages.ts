/** One page of each public kind, and all indexed ones, as paths. */
export type PublicPages = {
  readonly home: string
  readonly shop: string
  readonly category: string
  readonly product: string
  readonly blog: string
  readonly article: string
  readonly indexed: readonly string[]
}

/** The shop's public pages, from its sitemap. */
export async function publicPages(shop: string): Promise<PublicPages> {
  const sitemap = await (await fetch(new URL('/sitemap.xml', shop))).text()
  const indexed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  const first = (start: string): string => {
    const found = indexed.find((path) => path.startsWith(start))
    if (found === undefined) throw new Error(`The sitemap has no page under ${start}`)
    return found
  }
  return {
    home: '/',
    shop: '/shop',
    category: first('/shop/category/'),
    product: first('/product/'),
    blog: '/blog',
    article: first('/blog/'),
    indexed,
  }
}

/** The kinds of public pages, with the name that the table gives them. */
export const KINDS = ['home', 'shop', 'category', 'product', 'blog', 'article'] as const
