import type { OrdersRead } from '../adapters/firestore/orders.ts'
import { type Movement, movementTotals } from './books.ts'
import {
  type Cell,
  csvHead,
  csvRows,
  MONEY_COLUMNS,
  knownFeesRow,
  moneyRow,
  moneyTotalRow,
  ORDER_COLUMNS,
  orderRow,
  orderTotalRow,
} from './export-row.ts'
import { InvoiceSums } from './invoice-columns.ts'
import { unreadableText } from './order-text.ts'

/** Missing parts of a month when PayPal's report can't be read. */
export const NO_BOOKS = 'PayPal 的帳目前讀不到，檔案裡沒有手續費；請稍後再匯出一次。'

/** A file of a spreadsheet, piece by piece; what it says at its end is read from its database on the way. */
export type FileText = AsyncGenerator<string, void>

// Pads the row, since every row needs the same number of cells.
function noteRow(text: string, { length }: readonly string[]): readonly Cell[] {
  return [text, ...Array<Cell>(length - 1).fill('')]
}

/** Orders as CSV, a page at a time, with the sums of their invoices. Its last row names the documents that can't be read, if any. */
export async function* ordersFile(pages: AsyncIterable<OrdersRead>): FileText {
  const unreadable: string[] = []
  const sums = new InvoiceSums()
  yield csvHead(ORDER_COLUMNS)
  for await (const page of pages) {
    unreadable.push(...page.unreadable)
    sums.add(page.orders)
    yield csvRows(page.orders.map(orderRow))
  }
  yield csvRows([orderTotalRow(sums.cells)])
  yield csvRows(unreadableText(unreadable).map((text) => noteRow(text, ORDER_COLUMNS)))
}

/** Movements written at once, with their orders. */
const AT_ONCE = 300

/** Money as CSV with its totals; `ordersOf` reads the orders of some movements. Its last row says what is missing from it. */
export async function* moneyFile(
  moved: readonly Movement[],
  { hasBooks, ordersOf }: MoneySource,
): FileText {
  const unreadable = new Set<string>()
  yield csvHead(MONEY_COLUMNS)
  for (let start = 0; start < moved.length; start += AT_ONCE) {
    const some = moved.slice(start, start + AT_ONCE)
    const read = await ordersOf([...new Set(some.flatMap(({ order }) => order ?? []))])
    for (const id of read.unreadable) unreadable.add(id)
    const byId = new Map(read.orders.map((order) => [order.id, order]))
    yield csvRows(some.map((one) => moneyRow(one, byId.get(one.order ?? ''))))
  }
  const totals = movementTotals(moved)
  const total = moneyTotalRow({ ...totals, hasFees: hasBooks && totals.hasFees })
  const missing = [...(hasBooks ? [] : [NO_BOOKS]), ...unreadableText([...unreadable])]
  const known = movementTotals(moved.filter(({ fee }) => fee !== undefined))
  const partly = hasBooks && !totals.hasFees && known.sales > 0 ? [knownFeesRow(known)] : []
  yield csvRows([total, ...partly, ...missing.map((text) => noteRow(text, MONEY_COLUMNS))])
}

/** Whether PayPal's books could be read, and the orders under document ids. */
export type MoneySource = {
  readonly hasBooks: boolean
  readonly ordersOf: (ids: readonly string[]) => Promise<OrdersRead>
}
