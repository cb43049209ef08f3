import { join } from 'node:path'

import { addresses } from '../../e2e/support/addresses.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { bareSitePlan, buildBareSite } from './bare-site.ts'
import { plainSitePlan, writePlainSite } from './plain-site.ts'

/** One page of each public kind, and all indexed ones, as paths. */
type PublicPages = {
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

/** The shop, and what it is measured against: a bare Next site, and plain HTML for each kind of page. */
export type Sites = {
  readonly shop: string
  readonly bare: string
  readonly plain: string
  readonly pages: PublicPages
}

/** Folder of the measured servers' logs. */
export const LOGS = join(import.meta.dirname, '..', '..', '.local', 'bench', 'logs')

/** Builds and starts the floors beside a shop that runs already. */
export async function startFloors(): Promise<{ sites: Sites; stop: () => Promise<void> }> {
  const { shop } = addresses()
  const pages = await publicPages(shop)
  const html = new Map<string, string>()
  for (const kind of KINDS) html.set(kind, await (await fetch(new URL(pages[kind], shop))).text())
  buildBareSite(html)
  writePlainSite(html)
  const running: RunningProcess[] = []
  const bare = await freePort('the bare site', 3400)
  await startProcess(bareSitePlan(bare), LOGS, running)
  const plain = await freePort('plain HTML', 3600)
  await startProcess(plainSitePlan(plain, shop), LOGS, running)
  return {
    sites: {
      shop,
      pages,
      bare: `http://localhost:${bare}`,
      plain: `http://127.0.0.1:${plain}`,
    },
    stop: async () => {
      await Promise.all(running.map((part) => part.stop(2000)))
    },
  }
}
