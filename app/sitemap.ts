import type { MetadataRoute } from 'next'

import { findArticles } from '#lib/blog/find-articles.ts'
import { findInfoPages } from '#lib/content/find-pages.ts'
import { findCategoriesOnSale, findProducts } from '#lib/product/find-products.ts'
import { articlePath, categoryPath, infoPath, PATHS, productPath } from '#lib/site/paths.ts'
import { absoluteUrl } from '#lib/site/site.ts'

// As the pages that it lists.
export const revalidate = 3600

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [categories, pages, products, articles] = await Promise.all([
    findCategoriesOnSale(),
    findInfoPages(),
    findProducts(),
    findArticles(),
  ])
  const indexed = pages.filter((page) => page.indexed).map(({ slug }) => infoPath(slug))
  return [
    ...[PATHS.home, PATHS.shop, PATHS.blog, ...indexed].map((path) => ({ url: absoluteUrl(path) })),
    ...categories.map(({ slug }) => ({ url: absoluteUrl(categoryPath(slug)) })),
    ...products.map(({ id, image }) => ({
      url: absoluteUrl(productPath(id)),
      images: [absoluteUrl(image.src)],
    })),
    ...articles.map(({ slug, date }) => ({
      url: absoluteUrl(articlePath(slug)),
      lastModified: date,
    })),
  ]
}
