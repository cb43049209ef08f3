import { z } from 'zod'

import { addressName, day, drawingSchema, pictureSchema, text } from '#lib/content/pages.ts'
import { rulesOfFields } from '#lib/content/rules-of-fields.ts'
import { dayAfter, taipeiDay } from '#lib/time/taipei-time.ts'
import { type Availability, availability } from './availability.ts'
import { GARMENT_FACTS, type GarmentFact, garmentFactsSchema } from './garment-facts.ts'
import { gtinSchema } from './gtin.ts'
import { SIZES } from './sizes.ts'

/** The drawings that a product or a garment may name in `motif`; lib/garment/motif.ts draws them. */
const MOTIFS = ['ridge', 'circle'] as const

/** The name of a drawing, as the owner writes it. */
export const motifSchema = z.enum(MOTIFS)
export type MotifName = z.infer<typeof motifSchema>

const colorSchema = z.strictObject({
  name: text,
  value: z.string().regex(/^#[0-9a-f]{6}$/i, '必須是 #RRGGBB'),
})

/** A photograph, and who wears the shirt in it: the height in cm and the size. */
const photoSchema = pictureSchema.extend({
  wearer: z
    .strictObject({
      height: z.int('必須是整數（公分）').min(100, '至少 100').max(230, '最多 230'),
      size: z.enum(SIZES),
    })
    .optional(),
})
export type ProductPicture = Readonly<z.infer<typeof photoSchema>>

/** The facts without which nothing is sold, unless the owner leaves them out on purpose. */
const REQUIRED_FACTS = ['weight', 'sheerness', 'origin'] as const satisfies readonly GarmentFact[]

// Days written as YYYY-MM-DD stand in the order of their texts.
function isBefore(day: string | undefined, other: string | undefined): boolean {
  return day !== undefined && other !== undefined && day < other
}

function sum(record: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(record).reduce<number>((total, count = 0) => total + count, 0)
}

function isAllOrNone(...values: readonly unknown[]): boolean {
  const given = values.filter((value) => value !== undefined).length
  return given === 0 || given === values.length
}

const units = z.int('必須是整數').min(0, '不可小於 0')

/** Whether the required facts are written, or left out on purpose. */
export function hasRequiredFacts(product: {
  readonly facts?: Readonly<Record<GarmentFact, string>> | undefined
  readonly facts_left_out?: boolean | undefined
}): boolean {
  const { facts, facts_left_out = false } = product
  return facts_left_out || REQUIRED_FACTS.every((name) => facts?.[name])
}

type ProofFields = {
  readonly facts?: Readonly<Record<GarmentFact, string>> | undefined
  readonly photos?: readonly unknown[] | undefined
  readonly renderings?: boolean | undefined
}

/** What a product lacks before a shopper can believe in it: a photograph, or any fact but its material. */
export function missingProof(product: ProofFields): readonly ('photograph' | 'facts')[] {
  const { facts, photos = [], renderings = false } = product
  const hasPhotograph = !renderings || photos.length > 0
  const hasFact = GARMENT_FACTS.some((name) => facts?.[name])
  return [...(hasPhotograph ? [] : ['photograph' as const]), ...(hasFact ? [] : ['facts' as const])]
}

const measure = z.number('必須是數字').positive('必須大於 0')

const sizeRowSchema = z.strictObject({
  size: z.enum(SIZES),
  length: measure,
  shoulder: measure,
  chest: measure,
  sleeve: measure,
  height_from: measure,
  height_to: measure,
  weight_from: measure,
  weight_to: measure,
})

type ChartFields = {
  readonly sizes: readonly string[]
  readonly size_chart?: readonly z.infer<typeof sizeRowSchema>[] | undefined
}

function isWholeChart({ sizes, size_chart: own }: ChartFields): boolean {
  if (!own) return true
  const named = own.map(({ size }) => size)
  const isEach =
    named.length === sizes.length && sizes.every((size) => named.some((one) => one === size))
  const isUpward = own.every(
    (row) => row.height_from <= row.height_to && row.weight_from <= row.weight_to,
  )
  return isEach && isUpward
}

const productFieldsSchema = z.strictObject({
  date: day,
  updated: day.optional(),
  title: text,
  subtitle: text,
  preorder: z.boolean('必須是 true 或 false'),
  preorder_deadline: day.optional(),
  estimated_ship_date: day.optional(),
  price: z.int('必須是整數（新臺幣元）').positive('必須大於 0'),
  draft: z.boolean('必須是 true 或 false').optional(),
  sale_price: z.int('必須是整數（新臺幣元）').positive('必須大於 0').optional(),
  sale_start: day.optional(),
  sale_end: day.optional(),
  currency: z.literal('TWD', '只能是 TWD'),
  colors: z.array(colorSchema).min(1, '至少一種顏色'),
  sizes: z.array(z.enum(SIZES)).min(1, '至少一種尺寸'),
  shared_size_chart: z.boolean('必須是 true 或 false').optional(),
  size_chart: z.array(sizeRowSchema).min(1, '至少一列').optional(),
  stock: units,
  stock_by_size: z.partialRecord(z.enum(SIZES), units, '只能寫商品有的尺寸').optional(),
  preorder_limit: units.optional(),
  image: drawingSchema,
  gallery: z.array(drawingSchema),
  photos: z.array(photoSchema).optional(),
  shown_unproven: z.boolean('必須是 true 或 false').optional(),
  renderings: z.boolean('必須是 true 或 false').optional(),
  tags: z.array(text),
  category: text,
  subcategory: text.optional(),
  creator: addressName,
  motif: motifSchema.optional(),
  gtin: gtinSchema.optional(),
  material: text,
  facts: garmentFactsSchema.optional(),
  facts_known_by: day.optional(),
  facts_left_out: z.boolean('必須是 true 或 false').optional(),
  organic_certificate: text.optional(),
  care: z.array(text).min(1, '至少一項'),
})

const about = rulesOfFields(productFieldsSchema)

/** The front matter of content/products/{id}.md. */
export const productFrontMatterSchema = productFieldsSchema
  .refine((product) => !product.preorder || product.estimated_ship_date !== undefined, {
    ...about('preorder', 'estimated_ship_date'),
    path: ['estimated_ship_date'],
    message: '預購商品必須寫明預計出貨日',
  })
  // Nothing is measured by a chart of which nobody said that it is this garment's.
  .refine(
    ({ shared_size_chart: isShared = false, size_chart: own }) => isShared !== (own !== undefined),
    {
      ...about('shared_size_chart', 'size_chart'),
      path: ['shared_size_chart'],
      message:
        '尺寸表二選一：若量測後與共同的尺寸表相同，請選「是」；若不同，請選「否」並填寫專屬的尺寸表',
    },
  )
  .refine(isWholeChart, {
    ...about('sizes', 'size_chart'),
    path: ['size_chart'],
    message: '每個尺寸各寫一列，身高與體重由小到大',
  })
  .refine(
    ({ sizes, stock_by_size = {} }) =>
      Object.keys(stock_by_size).every((size) => sizes.some((siz) => siz === size)),
    {
      ...about('sizes', 'stock_by_size'),
      path: ['stock_by_size'],
      message: '只能寫 sizes 裡有的尺寸',
    },
  )
  .refine(({ stock, stock_by_size }) => !stock_by_size || sum(stock_by_size) === stock, {
    ...about('stock', 'stock_by_size'),
    path: ['stock_by_size'],
    message: '各尺寸的件數加起來必須等於 stock',
  })
  .refine(({ sale_price, sale_start, sale_end }) => isAllOrNone(sale_price, sale_start, sale_end), {
    ...about('sale_price', 'sale_start', 'sale_end'),
    path: ['sale_price'],
    message: '優惠價要和 sale_start、sale_end 一起寫',
  })
  .refine(({ price, sale_price = 0 }) => sale_price < price, {
    ...about('price', 'sale_price'),
    path: ['sale_price'],
    message: '必須低於原價 price',
  })
  .refine(({ sale_start, sale_end }) => !isBefore(sale_end, sale_start), {
    ...about('sale_start', 'sale_end'),
    path: ['sale_end'],
    message: '不可早於優惠開始日 sale_start',
  })
  .refine((product) => !isBefore(product.estimated_ship_date, product.preorder_deadline), {
    ...about('estimated_ship_date', 'preorder_deadline'),
    path: ['estimated_ship_date'],
    message: '不可早於預購截止日 preorder_deadline',
  })
  .refine((product) => !isBefore(product.estimated_ship_date, product.facts_known_by), {
    ...about('estimated_ship_date', 'facts_known_by'),
    path: ['facts_known_by'],
    message: '不可晚於預計出貨日 estimated_ship_date',
  })
  .refine((product) => hasRequiredFacts(product) || product.preorder, {
    ...about('facts', 'facts_left_out', 'preorder'),
    path: ['facts'],
    message:
      '不是預購的商品要寫明 weight 布重、sheerness 透膚度與 origin 產地；確定不寫，就加上 facts_left_out: true',
  })
  .refine(
    (product) =>
      product.preorder ||
      product.stock > 0 ||
      product.shown_unproven ||
      missingProof(product).length < 2,
    {
      ...about('preorder', 'stock', 'shown_unproven', 'facts', 'photos', 'renderings'),
      path: ['stock'],
      message:
        '已售完、沒有實品照片、也沒有任何規格的商品不上架；補上 photos 或 facts，或加上 shown_unproven: true',
    },
  )
  .refine((product) => hasRequiredFacts(product) || product.facts_known_by !== undefined, {
    ...about('facts', 'facts_left_out', 'facts_known_by'),
    path: ['facts_known_by'],
    message: '預購商品還有不知道的規格，必須寫明哪一天以前公布',
  })

/** Returns the unmeasured facts of a garment, in the file's order. */
export function unknownFacts({ facts }: Pick<Product, 'facts'>): readonly GarmentFact[] {
  return GARMENT_FACTS.filter((name) => !facts?.[name])
}

/**
 * Returns the day (YYYY-MM-DD) when a pre-order's facts are due, until the owner has said that they
 * are published; also once it has passed, for the buyers' right to cancel goes on.
 */
export function factsPromisedBy({ preorder, facts_known_by: by }: Product): string | undefined {
  return preorder ? by : undefined
}

/** The pictures of a product in their order: photographs before what a computer drew. */
export function picturesOf({
  photos = [],
  image,
  gallery,
}: Pick<Product, 'photos' | 'image' | 'gallery'>): readonly [ProductPicture, ...ProductPicture[]] {
  const [first, ...rest] = photos
  return first ? [first, ...rest, image, ...gallery] : [image, ...gallery]
}

/** A lower price that runs now: what the product costs otherwise, in whole TWD, and its last day (YYYY-MM-DD). */
export type Sale = { readonly usualPrice: number; readonly until: string }

/** A text of a product as markdown and as safe HTML. */
export type Story = { readonly markdown: string; readonly html: string }

/**
 * A product: front matter, id, markdown and safe HTML. `price` is current, in whole TWD; `sale`
 * marks a reduction.
 */
export type Product = Readonly<z.infer<typeof productFrontMatterSchema>> & {
  readonly id: string
  readonly markdown: string
  readonly html: string
  /** Its text by how it is sold, where that differs; `markdown` and `html` are what is told now. */
  readonly told?: Readonly<Record<Availability, Story>>
  readonly sale?: Sale
}

/** The product with the text that is told while it is sold as it is at `now`. */
export function asShownAt(product: Product, now: Date): Product {
  return product.told ? { ...product, ...product.told[availability(product, now)] } : product
}

/** Returns the product at its sale price during the sale's days in Taipei. */
export function asSoldAt(product: Product, now: Date): Product {
  const { price: usualPrice, sale_price: price, sale_start: start, sale_end: until } = product
  if (price === undefined || start === undefined || until === undefined) return product
  const today = taipeiDay(now)
  return start <= today && today <= until
    ? { ...product, price, sale: { usualPrice, until } }
    : product
}

export const laterDay = (a: string, b: string) => (a > b ? a : b)

/** The day of the last change of a product's page: of its file, or of how the owner sells it (YYYY-MM-DD). */
export function changedOn({ date, updated = date }: Pick<Product, 'date' | 'updated'>): string {
  return laterDay(date, updated)
}

/**
 * The day on which a product's page last changed at `now`: by its file or its owner, or because one of its days passed or
 * its sale began or ended.
 */
export function lastChanged(product: Product, now: Date): string {
  const { preorder, preorder_deadline: deadline, estimated_ship_date: ships } = product
  const { sale_start: saleStart, sale_end: saleEnd } = product
  const passing = [preorder ? deadline : undefined, ships, factsPromisedBy(product), saleEnd]
  const days = [saleStart, ...passing.map((day) => day && dayAfter(day, 1))]
  const today = taipeiDay(now)
  return days.reduce<string>(
    (last, day) => (day !== undefined && day <= today ? laterDay(last, day) : last),
    changedOn(product),
  )
}
