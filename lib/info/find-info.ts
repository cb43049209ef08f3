import 'server-only'

import { parseFrontMatter } from '../adapters/markdown/front-matter.ts'
import { readMarkdown } from '../adapters/markdown/read-folder.ts'
import { type Category, type ShopPage, shopPageSchema } from './shop-page.ts'

/** The words of the shop page, from content/info/shop.md. */
export async function findShopPage(): Promise<ShopPage> {
  return parseFrontMatter(shopPageSchema, await readMarkdown(process.cwd(), 'content/info/shop.md'))
}

/** The categories of the shop, in the order of the owner. */
export async function findCategories(): Promise<readonly Category[]> {
  return (await findShopPage()).categories
}
