import 'server-only'

import { taipeiDay } from '../site/taipei-time.ts'
import { exportMoney, exportMonth } from './export-month.ts'
import { isMonth } from './month.ts'

/** A month's books of a kind, `money` or `orders`, as a file for spreadsheets; nothing for another kind or month. Throws DatabaseUnavailable. */
export async function bookFile(kind: string, month: string): Promise<string | undefined> {
  if (!isMonth(month)) return undefined
  if (kind === 'money') return (await exportMoney(month, new Date())).file
  return kind === 'orders' ? (await exportMonth(month)).file : undefined
}

/** The present month in Taipei and those before it, as YYYY-MM, so many in all. */
export function lastMonths(count: number, now = new Date()): readonly string[] {
  const [year = 0, month = 1] = taipeiDay(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
