import type { OrderItem } from '#lib/order/order-item.ts'
import type { OrderedLine } from '#lib/order/order-request.ts'
import { availability, sellsStock, sizeAvailability } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { defined } from '#lib/result.ts'

/** Why a line can't be bought. */
export type LineProblem =
  | 'unknown'
  | 'sold-out'
  | 'paused'
  | 'no-such-variant'
  | 'repeated'
  | 'too-few'

/** A line that can't be bought, and why; `left` are the units that still can, where there are too few. */
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
