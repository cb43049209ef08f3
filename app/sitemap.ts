import type { MetadataRoute } from 'next'

import { changedOn, findArticles } from '#lib/blog/article.ts'
import { findInfoPages } from '#lib/content/find-pages.ts'
import { largePicture } from '#lib/content/shown-picture.ts'
import { findCreators } from '#lib/creator/creator.ts'
import { findGarments } from '#lib/garment/find-garments.ts'
import { shownHalves } from '#lib/half/shown-halves.ts'
import { awaitHalves } from '#lib/half/watch-halves.ts'
import { findCategoriesOnSale } from '#lib/product/categories.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { lastChanged } from '#lib/product/product.ts'
import {
  articlePath,
  categoryPath,
  creatorPath,
  garmentPath,
  halfPagePath,
  infoPath,
  productPath,
} from '#lib/routes/paths.ts'
import { type IndexedPath, shopPathsWith } from '#lib/routes/shop-routes.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'

// Same as the listed pages.
export const revalidate = 3600

type Entry = MetadataRoute.Sitemap[number]

const toEntry = (path: string): Entry => ({ url: absoluteUrl(path) })

/** The pages of each listed route with a parameter. */
const PAGES: Readonly<
  Record<Extract<IndexedPath, `${string}[${string}`>, (now: Date) => Promise<readonly Entry[]>>
> = {
  '/[slug]': async () =>
    (await findInfoPages())
      .filter(({ indexed }) => indexed)
      .map(({ slug, updated }) => ({
        ...toEntry(infoPath(slug)),
        ...(updated === undefined ? {} : { lastModified: updated }),
      })),
  '/shop/category/[category]': async () =>
    (await findCategoriesOnSale()).map(({ slug }) => toEntry(categoryPath(slug))),
  '/product/[id]': async (now) =>
    (await findProducts()).map((product) => ({
      ...toEntry(productPath(product.id)),
      lastModified: lastChanged(product, now),
      images: [absoluteUrl(largePicture(product.image.src))],
    })),
  '/blog/[slug]': async () =>
    (await findArticles()).map((article) => ({
      ...toEntry(articlePath(article.slug)),
      lastModified: changedOn(article),
    })),
  '/c/[id]': async () => (await findGarments()).map(({ id }) => toEntry(garmentPath(id))),
  '/halves/[id]': async () => {
    await awaitHalves()
    return shownHalves().map(({ id, shownAt }) => ({
      ...toEntry(halfPagePath(id)),
      lastModified: shownAt,
    }))
  },
  '/creator/[slug]': async () =>
    (await findCreators()).map(({ slug }) => toEntry(creatorPath(slug))),
}

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const fixed = shopPathsWith(({ indexed }) => indexed === 'all').filter(
    (path) => !path.includes('['),
  )
  const now = new Date()
  const lists = await Promise.all(Object.values(PAGES).map((list) => list(now)))
  return [...fixed.map(toEntry), ...lists.flat()]
}
