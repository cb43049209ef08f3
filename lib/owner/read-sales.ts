import 'server-only'

import { type Creator, findCreators } from '#lib/creator/creator.ts'
import { findStyleCreators } from '#lib/garment/find-garments.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { NO_CREATOR, type Statement, statementOf } from './creator-statement.ts'
import { type Cell, csvHead, csvRows } from './csv.ts'
import { type DayRange, rangeSpan } from './day-range.ts'
import type { FileText } from './export-row.ts'
import { monthSpan } from './month.ts'
import { countMovements, ordersById, storedIn } from './owner-order-store.ts'
import { creatorName, MOST_MOVEMENTS, salesOf, type SalesReport } from './sales.ts'

/** A range's sales with the names of what was sold, and what it read of the database. */
export type NamedSales = SalesReport & {
  readonly productNames: ReadonlyMap<string, string>
  readonly creatorNames: ReadonlyMap<string, string>
  readonly creatorOf: ReadonlyMap<string, string>
  readonly read: { readonly movements: number; readonly orders: number }
  readonly unreadable: readonly string[]
}

/**
 * The sales of a range. Reads its movements, at most 5,000, and their orders; `too-many` names how many
 * there are. Throws DatabaseUnavailable.
 */
export async function readSales(
  range: DayRange,
  max = MOST_MOVEMENTS,
): Promise<Result<NamedSales, 'too-many'>> {
  const span = rangeSpan(range)
  const found = await countMovements(span)
  if (found > max) return { ...fail('too-many'), detail: String(found) }
  const movements = await storedIn(span)
  const [{ orders, unreadable }, products, creators, styles] = await Promise.all([
    ordersById([...new Set(movements.map(({ orderId }) => orderId))]),
    findProducts(),
    findCreators(),
    findStyleCreators(),
  ])
  const sales = salesOf(range, movements, { orders, products: styles })
  return ok({
    ...sales,
    productNames: new Map([
      ...sales.titles,
      ...products.map(({ id, title }) => [id, title] as const),
    ]),
    creatorNames: new Map(creators.map(({ slug, name }) => [slug, name])),
    creatorOf: new Map(styles.map(({ id, creator }) => [id, creator])),
    read: { movements: movements.length, orders: orders.length },
    unreadable,
  })
}

const COLUMNS = [
  '日期',
  '商品',
  '商品編號',
  '尺寸',
  '創作者',
  '折扣碼',
  '訂單數',
  '賣出件數',
  '退回件數',
  '收款',
  '退款',
  '淨額',
] as const

/** The rows of a range's file: day by day what was sold, and the sum, which is the ledger's. */
export function salesRows({
  lines,
  total,
  productNames,
  creatorNames,
  creatorOf,
}: Pick<NamedSales, 'lines' | 'total' | 'productNames' | 'creatorNames' | 'creatorOf'>) {
  const sums = (row: NamedSales['total']): readonly Cell[] => [
    row.orders,
    row.sold,
    row.returned,
    row.revenue,
    row.back,
    row.kept,
  ]
  const rows = lines.map((line): readonly Cell[] => {
    const { day, product, size, code } = line
    const name = product === undefined ? '運費' : (productNames.get(product) ?? NO_CREATOR)
    const creator =
      product === undefined ? '' : creatorName(creatorOf.get(product) ?? '', creatorNames)
    return [day, name, product ?? '', size, creator, code, ...sums(line)]
  })
  return [...rows, ['合計', ...Array<Cell>(5).fill(''), ...sums(total)]]
}

/** A range's sales as CSV; a range with too many movements says so and holds nothing. */
export async function* salesFile(range: DayRange): FileText {
  const sales = await readSales(range)
  yield csvHead(COLUMNS)
  if (!sales.ok) {
    const text = `這段期間有 ${sales.detail} 筆收支，一次最多 ${MOST_MOVEMENTS} 筆，請縮短日期。`
    return yield csvRows([[text, ...Array<Cell>(COLUMNS.length - 1).fill('')]])
  }
  yield csvRows(salesRows(sales.data))
}

/** A month's statement with the creators' names, and the documents of orders that can't be read. */
export type NamedStatement = Statement & {
  readonly names: ReadonlyMap<string, string>
  /** Every creator with the shares of all months. */
  readonly creators: readonly Pick<Creator, 'name' | 'slug' | 'shares'>[]
  readonly unreadable: readonly string[]
}

/** The statement of a month (YYYY-MM). Reads its movements and their orders. Throws DatabaseUnavailable. */
export async function readStatement(month: string): Promise<NamedStatement> {
  const movements = await storedIn(monthSpan(month))
  const [read, products, creators] = await Promise.all([
    ordersById([...new Set(movements.map(({ orderId }) => orderId))]),
    findStyleCreators(),
    findCreators(),
  ])
  const { orders, unreadable } = read
  const statement = statementOf(month, movements, { orders, products, creators })
  const names = new Map(creators.map(({ slug, name }) => [slug, name]))
  return { ...statement, names, creators, unreadable }
}

const STATEMENT_COLUMNS = [
  '月份',
  '創作者',
  '賣出件數',
  '退回件數',
  '銷售金額',
  '退回金額',
  '淨額',
  '分潤（%）',
  '分潤金額',
] as const

/** The rows of a statement's file, whose last ones are delivery and the sum of the ledger. */
export function statementRows({
  month,
  rows,
  delivery,
  total,
  names,
}: Omit<NamedStatement, 'unreadable' | 'creators'>): readonly (readonly Cell[])[] {
  const blank = Array<Cell>(2).fill('')
  return [
    ...rows.map((row) => [
      month,
      row.creator === '' ? NO_CREATOR : (names.get(row.creator) ?? row.creator),
      row.sold,
      row.returned,
      row.revenue,
      row.back,
      row.kept,
      row.percent,
      row.share,
    ]),
    [month, '運費', ...blank, '', '', delivery, ...blank],
    [month, '合計', ...blank, '', '', total, '', rows.reduce((sum, { share }) => sum + share, 0)],
  ]
}

/** A month's statement as CSV. */
export async function* creatorsFile(month: string): FileText {
  const statement = await readStatement(month)
  yield csvHead(STATEMENT_COLUMNS)
  yield csvRows(statementRows(statement))
}
