import { qrModules } from '../adapters/qr/qr-modules.ts'
import { type Order, removedAmount } from '../order/order.ts'
import { SIZES } from '../product/sizes.ts'
import type { OrderListView } from './order-views.ts'
import type { Today } from './read-today.ts'
import { refundedReturns } from '../order/payment/refund.ts'
import { openReturn, returnedPrice } from '../order/fulfilment.ts'
import { linePaid } from '../price/price.ts'

/** The quiet border of a code, in modules. */
const BORDER = 4

/** The QR code of an order's number as an SVG path, in modules; `text` is what a reader types. */
export function numberDrawing(orderNumber: string): {
  readonly text: string
  readonly side: number
  readonly path: string
} {
  const text = orderNumber.toUpperCase()
  const modules = qrModules(text)
  const path = modules
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + BORDER} ${y + BORDER}h1v1h-1z`] : [])),
    )
    .join('')
  return { text, side: modules.length + 2 * BORDER, path }
}

/** Total pieces of a variant over all orders. */
export type PickingRow = {
  readonly title: string
  readonly color: string
  readonly size: string
  readonly quantity: number
}

/** Returns the pieces to pick by product and colour, smallest size first. */
export function pickingList(orders: readonly Pick<Order, 'items'>[]): readonly PickingRow[] {
  const items = orders.flatMap((order) => order.items)
  const variants = Map.groupBy(items, ({ id, color = '', size }) => `${id} ${color} ${size}`)
  const picked = [...variants.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { title, color = '', size } = first
    return [{ title, color, size, quantity: some.reduce((sum, one) => sum + one.quantity, 0) }]
  })
  const place = ({ size }: PickingRow) => SIZES.findIndex((one) => one === size)
  return picked.toSorted(
    (a, b) =>
      a.title.localeCompare(b.title, 'zh-Hant') ||
      a.color.localeCompare(b.color) ||
      place(a) - place(b),
  )
}

/** The owner's first task: its words and its page. */
export type FirstTask = { readonly words: string; readonly view: OrderListView }

type TaskCounts = Pick<Today, 'disputes' | 'reviews' | 'owed' | 'cancels' | 'returns' | 'toShip'>

const TASKS: readonly {
  readonly count: (today: TaskCounts) => number
  readonly words: (count: number) => string
  readonly view: OrderListView
}[] = [
  {
    count: ({ disputes }) => disputes,
    words: (count) => `回覆 ${count} 件爭議，過期就算買家勝訴`,
    view: 'attention',
  },
  {
    count: ({ reviews }) => reviews,
    words: (count) => `核對 ${count} 筆款項`,
    view: 'attention',
  },
  {
    count: ({ owed }) => owed,
    words: (count) => `人工退還 ${count} 筆訂單的款項，並記下日期`,
    view: 'attention',
  },
  {
    count: ({ cancels }) => cancels,
    words: (count) => `退款 ${count} 筆申請取消的訂單`,
    view: 'attention',
  },
  {
    count: ({ returns }) => returns,
    words: (count) => `處理 ${count} 件退換貨，收到商品後 7 個工作天內要退款`,
    view: 'attention',
  },
  { count: ({ toShip }) => toShip, words: (count) => `出 ${count} 筆貨`, view: 'to-ship' },
]

/** The first task: disputes, then reviews, returns and parcels; undefined when all is done. */
export function firstTask(today: TaskCounts): FirstTask | undefined {
  const task = TASKS.find(({ count }) => count(today) > 0)
  return task && { words: task.words(task.count(today)), view: task.view }
}

// What was paid for the returned, not exchanged pieces.
function priceOf(order: Order, number: number): number {
  const request = order.returns?.find((one) => one.number === number)
  if (request?.state !== 'received' && request?.state !== 'exchanged') return 0
  return request.items
    .filter(({ size }) => request.state !== 'exchanged' || size === undefined)
    .reduce((sum, piece) => sum + returnedPrice(order, number, piece), 0)
}

// Price of removed pieces less refunds without a return.
function removedLeft(order: Order): number {
  const ofReturns = refundedReturns(order).reduce((sum, { refunded }) => sum + refunded, 0)
  return removedAmount(order) - ((order.payment?.refundedAmount ?? 0) - ofReturns)
}

/**
 * Suggests a refund in whole TWD: the unrefunded part of removed or returned pieces, else the rest.
 */
export function refundDue(order: Order, left: number): number {
  const due = refundedReturns(order).map(
    ({ number, refunded }) => priceOf(order, number) - refunded,
  )
  const open = due.find((amount) => amount > 0)
  const removed = removedLeft(order)
  const pieces = order.items.reduce((sum, item) => sum + linePaid(item), 0)
  if (removed > 0) return Math.min(left, removed)
  if (open !== undefined) return Math.min(left, open === pieces ? left : open)
  return openReturn(order) ? 0 : left
}
