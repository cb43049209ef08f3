import type { Order } from '../order/order.ts'
import { type Movement, movementTotals } from './books.ts'
import {
  type Cell,
  csvFile,
  MONEY_COLUMNS,
  moneyRow,
  moneyTotalRow,
  ORDER_COLUMNS,
  orderRow,
} from './export-row.ts'
import { unreadableText } from './order-text.ts'

/** What is missing from a month's money when PayPal's books can't be read. */
export const NO_BOOKS = 'PayPal 的帳目前讀不到，檔案裡沒有手續費；請稍後再匯出一次。'

// As wide as the others, so that every row has the same number of cells.
function noteRow(text: string, { length }: readonly string[]): readonly Cell[] {
  return [text, ...Array<Cell>(length - 1).fill('')]
}

/** A month's orders as CSV. Its last row names the documents that can't be read, if any. */
export function ordersFile(orders: readonly Order[], unreadable: readonly string[]): string {
  const notes = unreadableText(unreadable).map((text) => noteRow(text, ORDER_COLUMNS))
  return csvFile([ORDER_COLUMNS, ...orders.map(orderRow), ...notes])
}

/** A month's money as CSV, with its totals. Its last rows say what is missing from it, if anything. */
export function moneyFile(
  moved: readonly Movement[],
  { hasBooks, unreadable }: { readonly hasBooks: boolean; readonly unreadable: readonly string[] },
): string {
  const missing = [...(hasBooks ? [] : [NO_BOOKS]), ...unreadableText(unreadable)]
  const notes = missing.map((text) => noteRow(text, MONEY_COLUMNS))
  const totals = movementTotals(moved)
  const total = moneyTotalRow({ ...totals, hasFees: hasBooks && totals.hasFees })
  return csvFile([MONEY_COLUMNS, ...moved.map(moneyRow), total, ...notes])
}
