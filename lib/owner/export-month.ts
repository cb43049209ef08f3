import 'server-only'

import { ordersPlaced } from '../adapters/firestore/owner-orders.ts'
import { csvFile } from './csv.ts'
import { monthSpan } from './month.ts'
import { EXPORT_COLUMNS, exportRow } from './export-row.ts'

/** All orders placed in a month of Taipei (YYYY-MM), one a row, as a file for Excel; how many they are, and the ids of those that can't be read. Throws DatabaseUnavailable. */
export async function exportMonth(month: string): Promise<{
  readonly file: string
  readonly orders: number
  readonly unreadable: readonly string[]
}> {
  const { orders, unreadable } = await ordersPlaced(monthSpan(month))
  return {
    file: csvFile([EXPORT_COLUMNS, ...orders.map(exportRow)]),
    orders: orders.length,
    unreadable,
  }
}
