import 'server-only'

import { type Creator, findCreators } from '../creator/creator.ts'
import { findStyleCreators } from '../garment/find-garments.ts'
import { NO_CREATOR, type Statement, statementOf } from './creator-statement.ts'
import { type Cell, csvHead, csvRows, type FileText } from './export-row.ts'
import { monthSpan } from './month.ts'
import { ordersById, storedIn } from './owner-order-store.ts'

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

const COLUMNS = [
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
  yield csvHead(COLUMNS)
  yield csvRows(statementRows(statement))
}
