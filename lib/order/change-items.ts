import { missingText, withOversell } from '#lib/inventory/oversell.ts'
import {
  reversedMoves,
  missingStock,
  reservedAfter,
  type CurrentStock,
  stockOf,
} from '#lib/inventory/stock.ts'
import { liveParcel } from '#lib/parcel/order-parcel.ts'
import { type MoneyProblem, moneyProblem } from '#lib/payment/money-problem.ts'
import { splitLine, withReduction } from '#lib/price/price.ts'
import { areMade, type Size } from '#lib/product/sizes.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { OrderItem } from './order-item.ts'
import type { Order, OrderChange } from './order.ts'

/** An item's new size and quantity, by its index in the order. A quantity of 0 removes it. */
export type WantedItem = {
  readonly index: number
  readonly size: Size
  readonly quantity: number
}

/** Why the items of an order can't be changed so. */
export type ChangeItemsRefusal =
  | 'items-fixed'
  | 'parcel-booked'
  | 'same-items'
  | 'costs-more'
  | 'nothing-left'
  | 'size-not-made'
  | 'too-few-units'
  | MoneyProblem

/** Whether the items of an order can be changed: it is paid for certain and nothing of it has left or come back. */
export function canChangeItems(order: Order): boolean {
  const { status, returns = [], restocked } = order
  const isOpen = status === '已付款' && returns.length === 0 && restocked === undefined
  return isOpen && moneyProblem(order) === undefined && liveParcel(order) === undefined
}

const keyOf = ({ id, color = '', size, preorder }: OrderItem) =>
  [id, color, size, preorder === undefined ? '' : (preorder.shipsAbout ?? 'preorder')].join(' ')

// Items that become the same are one line.
function mergeItems(items: readonly OrderItem[]): OrderItem[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap((same) => {
    const quantity = same.reduce((sum, one) => sum + one.quantity, 0)
    const reduction = same.reduce((sum, one) => sum + (one.reduction ?? 0), 0)
    return same.slice(0, 1).map((first) => withReduction({ ...first, quantity }, reduction))
  })
}

function itemsAfter({ items }: Order, wanted: readonly WantedItem[]) {
  const become = items.map((item, index) => {
    const { size = item.size, quantity = item.quantity } =
      wanted.find((wantedItem) => wantedItem.index === index) ?? {}
    return { item, size, quantity }
  })
  return {
    costsMore: become.some(({ item, quantity }) => quantity > item.quantity),
    items: mergeItems(
      become.flatMap(({ item, size, quantity }) =>
        quantity < 1 ? [] : { ...splitLine(item, quantity).first, size },
      ),
    ),
    removed: mergeItems(
      become.flatMap(({ item, quantity }) =>
        quantity < item.quantity ? splitLine(item, quantity).rest : [],
      ),
    ),
  }
}

/**
 * Gives a paid order other sizes or fewer units before it ships. Units taken out stay as
 * `removed`.
 */
export function changeItems(
  order: Order,
  { wanted, stock }: { readonly wanted: readonly WantedItem[]; readonly stock: CurrentStock },
  deed: ChangeContext,
): Result<OrderChange, ChangeItemsRefusal> {
  const problem = order.status === '已付款' ? moneyProblem(order) : 'items-fixed'
  if (problem) return fail(problem)
  if (liveParcel(order)) return fail('parcel-booked')
  if (!canChangeItems(order)) return fail('items-fixed')
  const { costsMore, items, removed } = itemsAfter(order, wanted)
  if (costsMore) return fail('costs-more')
  if (items.length === 0) return fail('nothing-left')
  if (!areMade(items, stock.offers)) return fail('size-not-made')
  const isSame = items.every((item, index) => {
    const before = order.items[index]
    return before && keyOf(before) === keyOf(item) && before.quantity === item.quantity
  })
  if (isSame && items.length === order.items.length) return fail('same-items')
  // The order's own units are free for what it becomes.
  const reserved = reservedAfter(stock.taken, reversedMoves(stockOf(order.items)))
  const missing = missingStock({ items }, reserved, stock.offers)
  if (missing.length > 0 && !stock.oversellReason?.trim()) {
    return { ...fail('too-few-units'), detail: missingText(missing) }
  }
  const context = withOversell(deed, missing, stock)
  const all = [...(order.removed ?? []), ...removed]
  const data = {
    before: order.items.map(unitOf),
    after: items.map(unitOf),
    items,
    ...(all.length === 0 ? {} : { removed: mergeItems(all) }),
  }
  return ok({ events: [newEvent('items.changed', data, context)] })
}

function unitOf({ id, title, color = '', size, quantity, preorder }: OrderItem) {
  return { id, title, color, size, quantity, isPreorder: preorder !== undefined }
}
