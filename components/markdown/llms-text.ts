import { stateWords } from '#components/product/preorder-sentence.ts'
import type { Article } from '#lib/blog/article.ts'
import type { InfoPage } from '#lib/content/pages.ts'
import type { Garment } from '#lib/garment/garment.ts'
import { formatPrice } from '#lib/price/price.ts'
import { availability } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { articlePath, garmentPath, infoPath, productPath } from '#lib/routes/paths.ts'
import { BRAND, TAGLINE } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/trade.ts'

import { blocks } from './markdown.ts'

/** Pages that have a markdown twin. */
export type Readable = {
  readonly description: string
  readonly products: readonly Product[]
  readonly garments: readonly Garment[]
  readonly articles: readonly Article[]
  readonly pages: readonly InfoPage[]
}

const link = (title: string, path: string, more: string) => `- [${title}](${path}.md)：${more}`

/**
 * The table of contents for machines that read (llms.txt): every page with a markdown twin, and a
 * product's price and state of sale at `now`.
 */
export function llmsText(
  { description, products, garments, articles, pages }: Readable,
  now = new Date(),
): string {
  return blocks(
    `# ${BRAND}`,
    `> ${TAGLINE}。${description}`,
    `這裡列出的每一頁都有 markdown 版本：連結就是；同一頁的網址也可以用 Accept: text/markdown 讀取。其他頁面只有 HTML。聯絡：${CONTACT_EMAIL}`,
    '## 商品',
    products
      .map((product) => {
        const { id, title, price, subtitle } = product
        const state = stateWords(product, availability(product, now))
        return link(title, productPath(id), `${formatPrice(price)}（${state}），${subtitle}`)
      })
      .join('\n'),
    '## 織標上的碼打開的頁面',
    garments
      .map(({ id, title, creator }) => link(title, garmentPath(id), `圖：${creator.name}`))
      .join('\n'),
    '## 文章',
    articles.map(({ slug, title, excerpt }) => link(title, articlePath(slug), excerpt)).join('\n'),
    '## 說明',
    pages
      .map(({ slug, title, description: about }) => link(title, infoPath(slug), about))
      .join('\n'),
  )
}
