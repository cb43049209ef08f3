import 'server-only'

import { parseFrontMatter, requirePictures } from '../adapters/markdown/front-matter.ts'
import { ContentError } from '../adapters/markdown/content-error.ts'
import { markdownHtml } from '../adapters/markdown/markdown-html.ts'
import { readMarkdown, readMarkdownFolder } from '../adapters/markdown/read-folder.ts'
import { shopPageSchema } from '../info/shop-page.ts'
import { sharePicture } from '../site/share-picture.ts'
import { productFrontMatterSchema } from './product-front-matter.ts'
import type { Product } from './product.ts'

/** Reads content/products under `root`, newest first; a wrong field, an unknown category or a missing picture throws a ContentError. */
export async function readProducts(root: string): Promise<readonly Product[]> {
  const shop = await readMarkdown(root, 'content/info/shop.md')
  const { categories } = parseFrontMatter(shopPageSchema, shop)
  const files = await readMarkdownFolder(root, 'content/products')
  const products = await Promise.all(
    files.map(async (file): Promise<Product> => {
      const product = parseFrontMatter(productFrontMatterSchema, file)
      if (!categories.some(({ label }) => label === product.category)) {
        const known = categories.map(({ label }) => label).join('、')
        throw new ContentError(
          file.path,
          'category',
          `必須是 content/info/shop.md 的分類：${known}`,
        )
      }
      requirePictures(root, file, [
        { field: 'image', src: product.image.src },
        { field: 'image, cropped for sharing', src: sharePicture(product.image).src },
        ...product.gallery.map(({ src }, index) => ({ field: `gallery.${index}`, src })),
      ])
      return { ...product, id: file.name, html: await markdownHtml(file.body) }
    }),
  )
  return products.toSorted((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}
