import 'server-only'

import { ordersPlaced } from '../adapters/firestore/owner-orders.ts'
import { csvFile } from './csv.ts'
import { monthSpan } from './month.ts'
import { EXPORT_COLUMNS, exportRow } from './export-row.ts'

/** All orders placed in a month of Taipei (YYYY-MM), one a row, as a file for Excel; and how many they are. Throws DatabaseUnavailable. */
export async function exportMonth(
  month: string,
): Promise<{ readonly file: string; readonly orders: number }> {
  const orders = await ordersPlaced(monthSpan(month))
  return { file: csvFile([EXPORT_COLUMNS, ...orders.map(exportRow)]), orders: orders.length }
}
