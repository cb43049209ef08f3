import 'server-only'

import { z } from 'zod'

import {
  CONTENT,
  ContentError,
  memoizePerBuild,
  parseFrontMatter,
  readMarkdownFolder,
} from '#lib/adapters/markdown/content-file.ts'
import { addressName, day, text } from '#lib/content/pages.ts'
import { rulesOfFields } from '#lib/content/rules-of-fields.ts'
import { MOST_PERCENT } from '#lib/discount/discount.ts'
import { isForProduct, OFFER_GIFTS, type OfferTerms } from '#lib/price/offers.ts'
import { findEveryFile } from '#lib/product/find-products.ts'
import type { Product } from '#lib/product/product.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'

const whole = z.int('必須是整數').min(1, '不可小於 1')

const offerFieldsSchema = z.strictObject({
  title: text.max(30, '最多 30 個字'),
  gives: z.enum(OFFER_GIFTS),
  amount: whole.max(20_000, '不可大於 20000').optional(),
  units: whole.max(50, '不可大於 50').optional(),
  minimum: whole.max(100_000, '不可大於 100000').optional(),
  starts: day.optional(),
  ends: day.optional(),
  products: z.array(addressName).optional(),
  creators: z.array(addressName).optional(),
  paused: z.boolean('必須是 true 或 false').optional(),
})

const about = rulesOfFields(offerFieldsSchema)

/** The front matter of content/offers/{name}.md. Days are Taipei's, both included. */
export const offerFrontMatterSchema = offerFieldsSchema
  .refine(({ gives, amount }) => (gives === 'free-delivery') === (amount === undefined), {
    ...about('gives', 'amount'),
    path: ['amount'],
    message: '免運費不寫；其他的一定要寫',
  })
  .refine(({ gives, amount = 0 }) => gives !== 'percent' || amount <= MOST_PERCENT, {
    ...about('gives', 'amount'),
    path: ['amount'],
    message: `最多折百分之 ${MOST_PERCENT}`,
  })
  .refine(({ gives, units = 0 }) => gives !== 'bundle' || units >= 2, {
    ...about('gives', 'units'),
    path: ['units'],
    message: '一組至少 2 件',
  })
  .refine(({ gives, minimum }) => gives !== 'bundle' || minimum === undefined, {
    ...about('gives', 'minimum'),
    path: ['minimum'],
    message: '幾件一組的價格不看滿多少元，請不要寫',
  })
  .refine(({ gives, amount = 0, minimum = 0 }) => gives !== 'amount' || minimum > amount, {
    ...about('gives', 'amount', 'minimum'),
    path: ['minimum'],
    message: '折多少元，就要滿比它多的金額才能用',
  })
  .refine(({ starts = '', ends = '9' }) => starts <= ends, {
    ...about('starts', 'ends'),
    path: ['ends'],
    message: '不可早於開始日 starts',
  })

/** An offer of the shop: its front matter, and its name in content/offers. */
export type Offer = Readonly<z.infer<typeof offerFrontMatterSchema>> & { readonly name: string }

/** A product, as far as an offer may be for it. */
export type OfferProduct = Pick<Product, 'id' | 'title' | 'creator' | 'price'>

/** The products that an offer is for, or undefined for all. */
export function productsOf<One extends OfferProduct>(
  { products = [], creators = [] }: Pick<Offer, 'products' | 'creators'>,
  catalogue: readonly One[],
): readonly One[] | undefined {
  if (products.length + creators.length === 0) return undefined
  return catalogue.filter(({ id, creator }) => products.includes(id) || creators.includes(creator))
}

/** Whether an offer runs at `now`, by its days in Taipei. */
export function runsAt({ starts, ends, paused = false }: Offer, now: Date): boolean {
  const today = taipeiDay(now)
  return !paused && (starts ?? today) <= today && today <= (ends ?? today)
}

const NAMED = 3

// The goods as text; too many to name are the ones that the shop chose.
function goodsText(products: readonly OfferProduct[] | undefined): string {
  if (!products) return ''
  if (products.length > NAMED) return '指定商品'
  return products.map(({ title }) => `「${title}」`).join('')
}

/** The terms by which an offer changes a price, with the products that it is for. */
export function offerTerms(offer: Offer, catalogue: readonly OfferProduct[]): OfferTerms {
  const { title, gives, amount = 0, units = 0, minimum = 0, ends } = offer
  const products = productsOf(offer, catalogue)
  return {
    title,
    gives,
    amount,
    units,
    minimum,
    goods: goodsText(products),
    ...(products ? { products: products.map(({ id }) => id) } : {}),
    ...(ends === undefined ? {} : { ends }),
  }
}

/** What is wrong with an offer: the field, and why in the owner's language. */
export type OfferFault = { readonly field: string; readonly reason: string }

// A product that is not there, a creator without goods, a bundle that is no cheaper.
function goodsFault(offer: Offer, catalogue: readonly OfferProduct[]): OfferFault | undefined {
  const { products = [], creators = [], gives, amount = 0, units = 0 } = offer
  const gone = products.findIndex((id) => !catalogue.some((offerProduct) => offerProduct.id === id))
  if (gone !== -1) return { field: `products.${gone}`, reason: `沒有 ${products[gone]} 這件商品` }
  const idle = creators.findIndex((slug) => !catalogue.some(({ creator }) => creator === slug))
  if (idle !== -1) return { field: `creators.${idle}`, reason: `沒有 ${creators[idle]} 的商品` }
  const prices = (productsOf(offer, catalogue) ?? catalogue).map(({ price }) => price)
  const dearest = Math.max(0, ...prices) * units
  return gives === 'bundle' && amount >= dearest
    ? { field: 'amount', reason: `不比單買便宜（${units} 件最貴是 ${dearest} 元）` }
    : undefined
}

// Two offers of one kind on one day, with a product that both are for.
function overlap(offer: Offer, other: Offer, catalogue: readonly OfferProduct[]) {
  const isDelivery = offer.gives === 'free-delivery'
  if (isDelivery !== (other.gives === 'free-delivery')) return undefined
  const { starts = '', ends = '9' } = offer
  const meets = starts <= (other.ends ?? '9') && (other.starts ?? '') <= ends
  if (!meets) return undefined
  const own = productsOf(offer, catalogue) ?? catalogue
  const others = productsOf(other, catalogue) ?? catalogue
  const shared = own.find(({ id }) => others.some((product) => product.id === id))
  if (!shared) return undefined
  const reason = isDelivery
    ? `和「${other.title}」（${other.name}）的日子重疊：同一件商品一天只能有一個免運優惠`
    : `和「${other.title}」（${other.name}）的日子重疊，都有「${shared.title}」：同一件商品一天只能有一個折扣優惠`
  return { field: 'starts', reason }
}

// A paused offer and one whose days are over bind nobody; they may stay as they are.
function mayRun({ paused = false, ends }: Offer, now: Date): boolean {
  return !paused && (ends === undefined || ends >= taipeiDay(now))
}

/**
 * Why an offer that runs or will run can't stand beside those before it, or undefined if it can, and for
 * one that is paused or over.
 */
export function offerFault(
  offer: Offer,
  before: readonly Offer[],
  { catalogue, now }: { readonly catalogue: readonly OfferProduct[]; readonly now: Date },
): OfferFault | undefined {
  if (!mayRun(offer, now)) return undefined
  const wrong = goodsFault(offer, catalogue)
  if (wrong) return wrong
  const others = before.filter((other) => mayRun(other, now))
  const same = others.find(({ title }) => title === offer.title)
  if (same) return { field: 'title', reason: `和 ${same.name} 的名稱一樣` }
  return others.map((other) => overlap(offer, other, catalogue)).find((one) => one !== undefined)
}

/**
 * Reads the offers of a content folder, by name, with the products that they may be for. Throws
 * ContentError for a wrong field, for goods that are not there, and for two offers on the same goods
 * on one day.
 */
export async function readOffers(
  content: string,
  products: readonly OfferProduct[],
  now = new Date(),
): Promise<readonly Offer[]> {
  const files = await readMarkdownFolder(content, 'offers')
  const offers: Offer[] = []
  for (const file of files) {
    const { name, path } = file
    if (!addressName.safeParse(name).success) {
      throw new ContentError(path, '檔名', '只能用小寫英文、數字與 -')
    }
    const written = parseFrontMatter(offerFrontMatterSchema, file)
    // The title goes into orders, mails and invoices.
    const offer = { ...written, title: withPlainBlanks(written.title), name }
    const fault = offerFault(offer, offers, { catalogue: products, now })
    if (fault) throw new ContentError(path, fault.field, fault.reason)
    offers.push(offer)
  }
  return offers
}

const everyOffer = memoizePerBuild(async () => {
  const products = await findEveryFile()
  return { products, offers: await readOffers(CONTENT, products) }
})

/** The offers that run at `now`, by name. */
export async function findOffers(now = new Date()): Promise<readonly OfferTerms[]> {
  const { offers, products } = await everyOffer()
  return offers.filter((offer) => runsAt(offer, now)).map((offer) => offerTerms(offer, products))
}

/** The offers that run at `now` and are for a product, by name. */
export async function findOffersFor(id: string, now = new Date()): Promise<readonly OfferTerms[]> {
  return (await findOffers(now)).filter((terms) => isForProduct(terms, id))
}
