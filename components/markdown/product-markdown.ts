import { FACT_LABELS } from '#components/product/messages.ts'
import {
  factsSentence,
  promiseSentences,
  saleSentence,
  stateWords,
} from '#components/product/preorder-sentence.ts'
import { formatPrice } from '#lib/price/price.ts'
import { availability } from '#lib/product/availability.ts'
import { factsPromisedBy, type Product } from '#lib/product/product.ts'
import { SIZE_CHART } from '#lib/product/size-chart.ts'
import { creatorPath, garmentPath, PATHS, productPath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'

import { blocks, factList, lowerHeadings } from './markdown.ts'

function priceText({ price, sale }: Product): string {
  const now = formatPrice(price)
  return sale ? `${now}（原價 ${formatPrice(sale.usualPrice)}，${saleSentence(sale.until)}）` : now
}

function sizeTable({ sizes }: Product): string {
  const rows = SIZE_CHART.filter(({ size }) => sizes.includes(size)).map(
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
export function productMarkdown(product: Product, now = new Date()): string {
  const state = availability(product, now)
  const factsBy = factsPromisedBy(product)
  const { id, title, subtitle, colors, sizes, material, facts, care, creator } = product
  return blocks(
    `# ${title}`,
    `> ${subtitle}`,
    factList([
      ['價格', `${priceText(product)}，新台幣含稅價`],
      ['狀態', stateWords(product, state)],
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
