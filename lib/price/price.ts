import { DELIVERY_FEE, FREE_DELIVERY_FROM } from '#lib/company/purchase-terms.ts'
import { LOCALE } from '../company/company.ts'
import type { OrderItem, OrderedLine } from '../order/order.ts'
import { availability, sellsStock, sizeAvailability } from '../product/availability.ts'
import type { Product } from '../product/product.ts'
import { defined } from '../result.ts'

/** Unit price in whole TWD and pieces of a line; `reduction` is what was taken off the whole line. */
export type PricedLine = {
  readonly price: number
  readonly quantity: number
  readonly reduction?: number | undefined
}

/** A line of any kind with what was taken off it, where something was. */
export type Reduced<Line> = Omit<Line, 'reduction'> & Pick<PricedLine, 'reduction'>

/** What takes something off an order: a code, an offer of the shop, or the owner by hand. */
export const REDUCTION_KINDS = ['code', 'offer', 'hand'] as const

/** What was taken off an order, in whole TWD: off its lines, and off its delivery. */
export type Reduction = {
  readonly kind: (typeof REDUCTION_KINDS)[number]
  /** The code, the offer's title, or the owner's reason. */
  readonly name: string
  readonly goods: number
  readonly delivery: number
}

/** Breakdown in whole TWD: lines at their prices, what was taken off, delivery, total. */
export type PriceBreakdown = {
  readonly lines: number
  readonly reductions: readonly Reduction[]
  readonly shipping: number
  readonly total: number
}

/** Returns what is paid for the goods of a breakdown, in whole TWD, without delivery. */
export function goodsPaid({ shipping, total }: PriceBreakdown): number {
  return total - shipping
}

/** Returns the sum of one line in whole TWD at its price, before what was taken off. */
export function lineTotal({ price, quantity }: PricedLine): number {
  return price * quantity
}

/** Returns what is paid for one line in whole TWD: its price without what was taken off. */
export function linePaid({ price, quantity, reduction = 0 }: PricedLine): number {
  return price * quantity - reduction
}

/**
 * What is paid for `count` pieces of a line after the first `before`, in whole TWD. Parts that follow
 * each other add up to what is paid for the line, to the dollar.
 */
export function piecesPaid(line: PricedLine, count: number, before = 0): number {
  const { quantity } = line
  const upTo = (pieces: number) =>
    Math.floor((linePaid(line) * Math.min(pieces, quantity)) / quantity)
  return upTo(before + count) - upTo(before)
}

/** The first `count` pieces of a line and the others, each with its part of what was taken off. */
export function splitLine<Line extends PricedLine>(
  line: Line,
  count: number,
): { readonly first: Reduced<Line>; readonly rest: Reduced<Line> } {
  const { price, quantity, reduction = 0 } = line
  const own = price * count - piecesPaid(line, count)
  return {
    first: withReduction({ ...line, quantity: count }, own),
    rest: withReduction({ ...line, quantity: quantity - count }, reduction - own),
  }
}

/** The same line with so much taken off it in all; nothing is left out. */
export function withReduction<Line extends PricedLine>(
  line: Line,
  reduction: number,
): Reduced<Line> {
  const { reduction: _reduction, ...rest } = line
  return reduction === 0 ? rest : { ...rest, reduction }
}

/** Returns the delivery fee of goods for which so much is paid. */
export function deliveryFee(lines: number): number {
  return lines === 0 || lines >= FREE_DELIVERY_FROM ? 0 : DELIVERY_FEE
}

/** Returns the breakdown of the lines with delivery; zero for no lines. */
export function priceBreakdown(priced: readonly PricedLine[]): PriceBreakdown {
  const lines = priced.reduce((sum, line) => sum + lineTotal(line), 0)
  const shipping = deliveryFee(lines)
  return { lines, reductions: [], shipping, total: lines + shipping }
}

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })

const SIGNS = { TWD: 'NT$', JPY: '¥', USD: '$' } as const

/** A currency that the shop can write; its goods are priced in TWD alone. */
export type Currency = keyof typeof SIGNS

/** An amount in whole units, written as in Taiwan: NT$1,540. */
export function formatPrice(amount: number, currency: Currency = 'TWD'): string {
  return `${SIGNS[currency]}${WHOLE.format(amount)}`
}

/** Why a line can't be bought. */
export type LineProblem =
  | 'unknown'
  | 'sold-out'
  | 'paused'
  | 'no-such-variant'
  | 'repeated'
  | 'too-few'

/** A line that can't be bought, and why; `left` are the pieces that still can, where there are too few. */
export type RefusedLine = {
  readonly line: OrderedLine
  readonly problem: LineProblem
  readonly title?: string
  readonly left?: number
}

/** The lines of an order at the shop's own prices, or those that can't be bought. */
export type PriceCheck =
  | { readonly ok: true; readonly items: readonly OrderItem[] }
  | { readonly ok: false; readonly refused: readonly RefusedLine[] }

type Catalog = { readonly products: readonly Product[]; readonly now: Date }

function problemOf(line: OrderedLine, product: Product | undefined, now: Date) {
  if (!product) return 'unknown'
  const is = availability(product, now)
  if (is === 'sold-out' || is === 'paused') return is
  const hasColor = product.colors.some(({ name }) => name === line.color)
  if (!hasColor || !product.sizes.includes(line.size)) return 'no-such-variant'
  return sizeAvailability(product, line.size, now) === 'sold-out' ? 'sold-out' : undefined
}

function itemOf(ordered: OrderedLine, product: Product, now: Date): OrderItem {
  const { id, color, size, quantity } = ordered
  const { title, price, sale, image, estimated_ship_date: day } = product
  const line = { id, title, color, size, quantity, price, image: image.src }
  const item = sale ? { ...line, usualPrice: sale.usualPrice } : line
  const is = availability(product, now)
  if (is === 'in-stock') return item
  const shipsAbout = defined({ shipsAbout: day })
  return { ...item, preorder: sellsStock(is) ? { ...shipsAbout, fromStock: true } : shipsAbout }
}

/**
 * The lines of an order that the catalogue sells at `now`, priced, and those that it does not:
 * unknown, sold out, not made so, or there twice.
 */
export function checkLines(lines: readonly OrderedLine[], { products, now }: Catalog) {
  const refused: RefusedLine[] = []
  const items: OrderItem[] = []
  const seen = new Set<string>()
  for (const line of lines) {
    const product = products.find(({ id }) => id === line.id)
    const key = JSON.stringify([line.id, line.color, line.size])
    const problem = seen.has(key) ? 'repeated' : problemOf(line, product, now)
    seen.add(key)
    if (problem) refused.push({ line, problem, ...(product ? { title: product.title } : {}) })
    else if (product) items.push(itemOf(line, product, now))
  }
  return { refused, items }
}

/** Prices lines from the catalogue alone, for the moment `now`; one line that can't be bought refuses all. */
export function checkPrice(lines: readonly OrderedLine[], catalog: Catalog): PriceCheck {
  const { refused, items } = checkLines(lines, catalog)
  if (refused.length > 0) return { ok: false, refused }
  return { ok: true, items }
}
