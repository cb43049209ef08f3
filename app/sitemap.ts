import type { MetadataRoute } from 'next'

import { findArticles } from '#lib/blog/find-articles.ts'
import { findInfoPages } from '#lib/content/find-pages.ts'
import { findCreators } from '#lib/creator/find-creators.ts'
import { findGarments } from '#lib/garment/find-garments.ts'
import { findCategoriesOnSale, findProducts } from '#lib/product/find-products.ts'
import {
  articlePath,
  categoryPath,
  creatorPath,
  garmentPath,
  infoPath,
  PATHS,
  productPath,
} from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'

// Same as the listed pages.
export const revalidate = 3600

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [categories, pages, products, articles, garments, creators] = await Promise.all([
    findCategoriesOnSale(),
    findInfoPages(),
    findProducts(),
    findArticles(),
    findGarments(),
    findCreators(),
  ])
  const indexed = pages.filter((page) => page.indexed).map(({ slug }) => infoPath(slug))
  return [
    ...[PATHS.home, PATHS.shop, PATHS.blog, PATHS.join, ...indexed].map((path) => ({
      url: absoluteUrl(path),
    })),
    ...categories.map(({ slug }) => ({ url: absoluteUrl(categoryPath(slug)) })),
    ...products.map(({ id, image }) => ({
      url: absoluteUrl(productPath(id)),
      images: [absoluteUrl(image.src)],
    })),
    ...articles.map(({ slug, date }) => ({
      url: absoluteUrl(articlePath(slug)),
      lastModified: date,
    })),
    ...garments.map(({ id }) => ({ url: absoluteUrl(garmentPath(id)) })),
    ...creators.map(({ slug }) => ({ url: absoluteUrl(creatorPath(slug)) })),
  ]
}
