import { NO_SALES, type StoredMovement } from '#lib/ledger/entries.ts'
import { type PaidPart, paidParts } from '#lib/ledger/paid-parts.ts'
import type { Order } from '#lib/order/order.ts'
import { allocate } from '#lib/price/allocate.ts'
import type { Product } from '#lib/product/product.ts'
import { type Size, SIZES } from '#lib/product/sizes.ts'
import { dayAfter, taipeiDay } from '#lib/time/taipei-time.ts'
import { NO_CREATOR } from './creator-statement.ts'
import { type DayRange, daysIn } from './day-range.ts'

/** The most movements that one range reads; each may bring one order more. */
export const MOST_MOVEMENTS = 5000

/** What was sold and what went back: orders that were paid, units, and whole TWD. */
export type SalesSums = {
  /** Orders that were paid; 0 for goods, of which an order may have several. */
  readonly orders: number
  readonly sold: number
  readonly returned: number
  readonly revenue: number
  readonly back: number
  /** Revenue without what went back. */
  readonly kept: number
}

/** The sums under a key: a day, a product, a size, a creator or a code. */
export type SalesRow = SalesSums & { readonly key: string }

/** The least part of a report: what a day's movements of a code were for. */
export type SalesLine = SalesSums & {
  readonly day: string
  /** Undefined for delivery, empty for what nobody can name. */
  readonly product: string | undefined
  readonly size: Size | ''
  /** Empty if an order had no code. */
  readonly code: string
}

/** Seven days of a range, counted back from its last; the first block may have fewer. */
export type SalesWeek = DayRange &
  SalesSums & {
    /** What the seven days before kept, or undefined if they are not all in the range. */
    readonly before: number | undefined
  }

/** The sales of a range by time and by what was sold; every table adds up to the ledger. */
export type SalesReport = {
  readonly range: DayRange
  readonly lines: readonly SalesLine[]
  readonly days: readonly SalesRow[]
  readonly weeks: readonly SalesWeek[]
  readonly products: readonly (SalesRow & { readonly sizes: readonly SalesRow[] })[]
  readonly sizes: readonly SalesRow[]
  readonly creators: readonly SalesRow[]
  readonly codes: readonly SalesRow[]
  readonly delivery: SalesSums
  readonly total: SalesSums
  /** Titles as they were sold, by product. */
  readonly titles: ReadonlyMap<string, string>
}

/** What stands where no code was used. */
export const NO_CODE = '沒有折扣碼'

/** The name of a creator by its slug, or of nobody. */
export function creatorName(slug: string, names: ReadonlyMap<string, string>): string {
  return slug === '' ? NO_CREATOR : (names.get(slug) ?? slug)
}

const NOTHING: SalesSums = { orders: 0, sold: 0, returned: 0, revenue: 0, back: 0, kept: 0 }

const sumsOf = (all: readonly SalesSums[]) =>
  all.reduce<SalesSums>(
    (a, b) => ({
      orders: a.orders + b.orders,
      sold: a.sold + b.sold,
      returned: a.returned + b.returned,
      revenue: a.revenue + b.revenue,
      back: a.back + b.back,
      kept: a.kept + b.kept,
    }),
    NOTHING,
  )

function rowsBy(
  lines: readonly SalesLine[],
  keyOf: (line: SalesLine) => string,
): readonly SalesRow[] {
  return [...Map.groupBy(lines, keyOf)]
    .map(([key, some]) => ({ key, ...sumsOf(some) }))
    .toSorted((a, b) => b.kept - a.kept || a.key.localeCompare(b.key))
}

function moneyOf(isBack: boolean, units: number, amount: number): SalesSums {
  return isBack
    ? { ...NOTHING, returned: units, back: amount, kept: 0 - amount }
    : { ...NOTHING, sold: units, revenue: amount, kept: amount }
}

// A movement without its units still belongs to the sizes of its goods.
function linesOf(order: Order | undefined, movement: StoredMovement): readonly SalesLine[] {
  const day = taipeiDay(new Date(movement.at))
  const code = order?.discount?.code ?? ''
  const isBack = movement.amount < 0
  const partLines = ({ product, sizes, units, amount }: PaidPart): readonly SalesLine[] => {
    if (product === undefined || sizes.length === 0) {
      return [{ day, product, size: '', code, ...moneyOf(isBack, 0, amount) }]
    }
    const parts = allocate(
      amount,
      sizes.map(({ quantity }) => quantity),
    )
    return sizes.map(({ size, quantity }, index) => ({
      day,
      product,
      size,
      code,
      ...moneyOf(isBack, units === 0 ? 0 : quantity, parts[index] ?? 0),
    }))
  }
  const lines = paidParts(order, movement).flatMap(partLines)
  // An order is counted once, with its first part.
  return lines.map((line, index) =>
    movement.isSale && index === 0 ? { ...line, orders: 1 } : line,
  )
}

function weeksOf(range: DayRange, days: readonly SalesRow[]): readonly SalesWeek[] {
  const first = daysIn(range) % 7 || 7
  const starts = [0]
  for (let start = first; start < days.length; start += 7) starts.push(start)
  const blocks = starts.map((start, index) => days.slice(start, starts[index + 1]))
  const sums = blocks.map((block) => sumsOf(block))
  return blocks
    .map((block, index): SalesWeek => {
      const { from, until } = { from: block[0]?.key ?? '', until: block.at(-1)?.key ?? '' }
      const isWhole = blocks[index - 1]?.length === 7
      return {
        from,
        until,
        ...(sums[index] ?? NOTHING),
        before: isWhole ? sums[index - 1]?.kept : undefined,
      }
    })
    .toReversed()
}

const ofProduct = ({ product = '' }: SalesLine) => product
const sizePlace = (key: string) => SIZES.findIndex((size) => size === key)
const bySize = (a: SalesRow, b: SalesRow) => sizePlace(a.key) - sizePlace(b.key)

/**
 * A range of the ledger by day, product, size, creator and code. Each movement is split among what it was for, as
 * in a creator's statement, and an exchange counts under the size that was kept.
 */
export function salesOf(
  range: DayRange,
  movements: readonly StoredMovement[],
  {
    orders,
    products,
  }: {
    readonly orders: readonly Order[]
    readonly products: readonly Pick<Product, 'id' | 'creator'>[]
  },
): SalesReport {
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const creatorOf = new Map(products.map(({ id, creator }) => [id, creator]))
  const money = movements.filter(({ kind }) => !NO_SALES.has(kind))
  const lines = money.flatMap((one) => linesOf(orderOf.get(one.orderId), one))
  const goods = lines
    .filter(({ product }) => product !== undefined)
    .map((line) => ({ ...line, orders: 0 }))
  const ofDay = Map.groupBy(lines, ({ day }) => day)
  const days = Array.from({ length: daysIn(range) }, (_, index) => {
    const key = dayAfter(range.from, index)
    return { key, ...sumsOf(ofDay.get(key) ?? []) }
  })
  return {
    range,
    lines,
    days,
    weeks: weeksOf(range, days),
    products: rowsBy(goods, ofProduct).map((row) => {
      const own = goods.filter((line) => ofProduct(line) === row.key && line.size !== '')
      return { ...row, sizes: rowsBy(own, ({ size }) => size).toSorted(bySize) }
    }),
    sizes: rowsBy(goods, ({ size }) => size).toSorted(bySize),
    creators: rowsBy(goods, (line) => creatorOf.get(ofProduct(line)) ?? ''),
    codes: rowsBy(lines, ({ code }) => code),
    delivery: sumsOf(lines.filter(({ product }) => product === undefined)),
    total: sumsOf(lines),
    titles: new Map(
      orders
        .flatMap(({ items, removed = [] }) => [...items, ...removed])
        .map(({ id, title }) => [id, title]),
    ),
  }
}
