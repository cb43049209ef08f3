import 'server-only'

import { findCreators } from '../creator/creator.ts'
import { findStyleCreators } from '../garment/find-garments.ts'
import { findProducts } from '../product/find-products.ts'
import { fail, ok, type Result } from '../result.ts'
import { NO_CREATOR } from './creator-statement.ts'
import { type Cell, csvHead, csvRows, type FileText } from './export-row.ts'
import { countMovements, ordersById, storedIn } from './owner-order-store.ts'
import {
  creatorName,
  type DayRange,
  MOST_MOVEMENTS,
  rangeSpan,
  type SalesReport,
  salesOf,
} from './sales.ts'

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
  most = MOST_MOVEMENTS,
): Promise<Result<NamedSales, 'too-many'>> {
  const span = rangeSpan(range)
  const found = await countMovements(span)
  if (found > most) return { ...fail('too-many'), detail: String(found) }
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
