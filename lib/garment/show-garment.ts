import 'server-only'

import type { Article } from '../blog/article.ts'
import { findArticle } from '../blog/find-articles.ts'
import { findGarmentPage } from '../content/find-pages.ts'
import type { GarmentPage, RenderedPage } from '../content/pages.ts'
import { findProduct } from '../product/find-products.ts'
import type { Garment } from './garment.ts'

/** Everything that a garment page shows now: the style, the words of all such pages, its article, and whether it is sold. */
export type GarmentShown = {
  readonly garment: Garment
  readonly words: RenderedPage<GarmentPage>
  readonly article: Article | undefined
  readonly isInShop: boolean
}

/** Facts of a garment page, for the page and its markdown twin. */
export async function showGarment(garment: Garment): Promise<GarmentShown> {
  const [words, article, product] = await Promise.all([
    findGarmentPage(),
    garment.article === undefined ? undefined : findArticle(garment.article),
    findProduct(garment.id),
  ])
  return { garment, words, article, isInShop: product !== undefined }
}
