import { LOOP_NAMES } from '#components/camera/messages.ts'
import { FACT_LABELS } from '#components/product/messages.ts'
import {
  factsSentence,
  promiseSentences,
  saleSentence,
  stateText,
} from '#components/product/preorder-sentence.ts'
import type { Article } from '#lib/blog/article.ts'
import { loopPath, LOOPS } from '#lib/camera/scene.ts'
import { BRAND, TAGLINE } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import type { InfoPage } from '#lib/content/pages.ts'
import type { Garment, ShownGarment } from '#lib/garment/garment.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { offerLine } from '#lib/price/reduction-labels.ts'
import { availability } from '#lib/product/availability.ts'
import { factsPromisedBy, type Product } from '#lib/product/product.ts'
import { sizeChartOf } from '#lib/product/size-chart.ts'
import {
  articlePath,
  cameraPath,
  creatorPath,
  garmentPath,
  infoPath,
  PATHS,
  productPath,
} from '#lib/routes/paths.ts'
import { absoluteUrl, SITE_URL } from '#lib/routes/site-url.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** A markdown text whose links within the site are full addresses. */
export function withFullLinks(markdown: string): string {
  return markdown.replaceAll('](/', `](${SITE_URL}/`)
}

/** The same text with each heading one level lower, to stand under a heading. */
export function lowerHeadings(markdown: string): string {
  return markdown.replaceAll(/^(#{1,5}) /gm, '#$1 ')
}

/** A list of facts; one without a value is left out. */
export function factList(facts: readonly (readonly [name: string, value: string | undefined])[]) {
  return facts.flatMap(([name, value]) => (value ? [`- ${name}：${value}`] : [])).join('\n')
}

/** Blocks of markdown with a blank line between them; empty ones are left out. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return `${withFullLinks(parts.filter(Boolean).join('\n\n'))}\n`
}

function sizeTable(product: Product): string {
  const rows = sizeChartOf(product).map(
    ({ size, length, shoulder, chest, sleeve, height, weight }) =>
      `| ${[size, length, shoulder, chest, sleeve, height.join('–'), weight.join('–')].join(' | ')} |`,
  )
  return [
    '| 尺寸 | 衣長 | 肩寬 | 胸寬 | 袖長 | 建議身高（公分） | 建議體重（公斤） |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** A product page as markdown at `now`: price, state, dates and sizes by the page's own functions. */
export function productMarkdown(
  product: Product,
  { offers, now = new Date() }: { readonly offers: readonly OfferTerms[]; readonly now?: Date },
): string {
  const state = availability(product, now)
  const factsBy = factsPromisedBy(product)
  const { id, title, subtitle, colors, sizes, material, facts, care, creator, sale } = product
  const usual = sale ? `（原價 ${formatPrice(sale.usualPrice)}，${saleSentence(sale.until)}）` : ''
  return blocks(
    `# ${title}`,
    `> ${subtitle}`,
    factList([
      ['價格', `${formatPrice(product.price)}${usual}，新台幣含稅價`],
      ['優惠', offers.map(offerLine).join('；') || undefined],
      ['狀態', stateText(product, state)],
      ['出貨', promiseSentences(product)[state]],
      ['規格公布', factsBy === undefined ? undefined : factsSentence(factsBy, now)],
      ['顏色', colors.map(({ name }) => name).join('、')],
      ['尺寸', sizes.join('、')],
      ['材質', material],
      ...FACT_LABELS.map(([name, label]) => [label, facts?.[name]] as const),
      ['商品頁', absoluteUrl(productPath(id))],
      ['織標上的碼打開', absoluteUrl(garmentPath(id))],
      ['圖的作者', absoluteUrl(creatorPath(creator))],
    ]),
    '## 關於這件',
    lowerHeadings(product.markdown),
    '## 尺寸表',
    '單位：公分；平放測量，可能有些微誤差。',
    sizeTable(product),
    '## 照顧',
    care.map((line) => `- ${line}`).join('\n'),
    `配送、退貨與換貨：[隱私權與退換貨政策](${PATHS.policy})`,
  )
}

/** A garment page as markdown, from what the page shows. */
export function garmentMarkdown({ garment, words, article, isInShop }: ShownGarment): string {
  const { id, title, subtitle, creator, motif, care, markdown } = garment
  const camera = motif ? words.camera : words.camera.plain
  return blocks(
    `# ${title}`,
    subtitle === undefined ? undefined : `> ${subtitle}`,
    garment.greeting ?? words.greeting,
    `圖：[${creator.name}](${creatorPath(creator.slug)})`,
    markdown === '' ? undefined : `## ${words.story}\n\n${markdown}`,
    `## ${camera.title}\n\n${camera.text}\n\n[${words.camera.label}](${cameraPath(id)})`,
    words.sound
      ? `## ${words.sound.title}\n\n${words.sound.text}\n\n${LOOPS.map((name) => `- [${LOOP_NAMES[name]}](${loopPath(name)})`).join('\n')}`
      : undefined,
    `## ${words.care.title}\n\n${care.map((line) => `- ${line}`).join('\n')}`,
    `[${words.care.more.label}](${words.care.more.href})`,
    words.markdown,
    article
      ? `## ${words.article.title}\n\n[${article.title}](${articlePath(article.slug)})：${article.excerpt}`
      : undefined,
    `## ${words.again.title}\n\n${isInShop ? words.again.text : words.again.gone}`,
    isInShop ? `[${words.again.label}](${productPath(id)})` : undefined,
  )
}

export function articleMarkdown(article: Article) {
  const { title, description, author, date, updated, slug, markdown } = article
  return blocks(
    `# ${title}`,
    description === undefined ? undefined : `> ${description}`,
    `${author}，${formatDay(date)}，${absoluteUrl(articlePath(slug))}`,
    markdown,
    updated === undefined ? undefined : `最後更新：${formatDay(updated)}`,
  )
}

export function infoMarkdown({ title, description, updated, markdown }: InfoPage): string {
  return blocks(
    `# ${title}`,
    `> ${description}`,
    markdown,
    updated === undefined ? undefined : `最後更新：${formatDay(updated)}`,
  )
}

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
        const state = stateText(product, availability(product, now))
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
