import { fromStock, takesPreorder } from '#lib/order/delivery-estimate.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import {
  unitsToExchange,
  type ReturnedUnits,
  type ReturnRequest,
} from '#lib/order/return/return-record.ts'
import { type Size, sizesMade } from '#lib/product/sizes.ts'
import {
  reversedMoves,
  type MissingStock,
  NONE,
  availableUnits,
  missingStock,
  reservedAfter,
  type Stock,
  type CurrentStock,
  stockOf,
  type ReservedStockByProduct,
} from './stock.ts'

/** These units of an order as items, each in the size that is wished for it. */
export function itemsOf(
  { items }: Pick<Order, 'items'>,
  units: readonly ReturnedUnits[],
): readonly OrderItem[] {
  return units.flatMap(({ index, quantity, size }) => {
    const item = items[index]
    return item ? [{ ...item, quantity, size: size ?? item.size }] : []
  })
}

// Whether 貨到了 was recorded for the edition of a pre-ordered line, which may have left before.
function hasCome({ id, preorder }: OrderItem, taken: ReservedStockByProduct): boolean {
  const arrivedOf = taken.get(id)?.override?.arrivedOf
  return arrivedOf !== undefined && (preorder?.shipsAbout ?? '') <= arrivedOf
}

/** The lines of an exchange, by index, that were of a pre-order whose goods came since: others come from the stock. */
export function linesFromStock(
  { items }: Pick<Order, 'items'>,
  request: ReturnRequest,
  taken: ReservedStockByProduct,
): readonly number[] {
  return unitsToExchange(request).flatMap(({ index }) => {
    const item = items[index]
    return item && takesPreorder(item) && hasCome(item, taken) ? [index] : []
  })
}

/** The units that are missing to send those of an exchange; `restock`: those that came back count again. */
export function missingForExchange(
  order: Order,
  { request, restock }: { readonly request: ReturnRequest; readonly restock: boolean },
  { taken, offers }: Stock,
): readonly MissingStock[] {
  const back = restock ? request.items.map(({ index, quantity }) => ({ index, quantity })) : []
  const reserved = reservedAfter(taken, reversedMoves(stockOf(itemsOf(order, back))))
  const items = itemsOf(order, unitsToExchange(request)).map((item) => {
    return hasCome(item, taken) ? fromStock(item) : item
  })
  return missingStock({ items }, reserved, offers)
}

/** A size into which units of a line may be changed; `left` is missing if nothing limits it. */
export type SizeChoice = { readonly size: Size; readonly left?: number }

/** The sizes into which the units of each item may be changed, with the units left of each. */
export function sizeChoices(
  { items }: Pick<Order, 'items'>,
  { taken, offers }: Pick<CurrentStock, 'taken' | 'offers'>,
): readonly (readonly SizeChoice[])[] {
  return items.map((item) => {
    const offer = offers.find(({ id }) => id === item.id)
    const line = hasCome(item, taken) ? fromStock(item) : item
    return sizesMade(offers, item.id).map((size) => {
      const left = offer && availableUnits(offer, taken.get(item.id) ?? NONE, { ...line, size })
      return left === undefined || left === Number.POSITIVE_INFINITY ? { size } : { size, left }
    })
  })
}
