import { apply } from './apply.ts'
import { effectsOf } from './events/all.ts'
import type { EventOf, EventType, OrderEvent } from './events.ts'
import { type LedgerEntry, orderEntries, providerTaking, type StoredMovement } from './movements.ts'
import type { UseMove } from '../discount/discount.ts'
import type { Order } from './order.ts'
import { type StockMove, stockOf } from './stock.ts'

/** An event of an order, with the order before and after it. */
export type Step = { readonly event: OrderEvent; readonly before: Order; readonly after: Order }

/** Each event with the order before and after it: one fold, from which all that follows is read. */
export function stepsOf(order: Order, events: readonly OrderEvent[]): readonly Step[] {
  let after = order
  return events.map((event) => {
    const before = after
    after = apply(before, event)
    return { event, before, after }
  })
}

function itemsOf<Type extends EventType>(event: EventOf<Type>, before: Order) {
  return effectsOf(event.type).stock?.(event, before) ?? []
}

function entriesOf<Type extends EventType>(event: EventOf<Type>, before: Order, after: Order) {
  return effectsOf(event.type).ledger?.(event, before, after) ?? []
}

/** Returns the stock changes of these steps, product by product. */
export function movesIn(steps: readonly Step[]): readonly StockMove[] {
  const moved = steps.flatMap(({ event, before }) => itemsOf(event, before))
  return stockOf(moved.filter(({ quantity }) => quantity !== 0))
}

function usesOf<Type extends EventType>(event: EventOf<Type>, before: Order) {
  return effectsOf(event.type).uses?.(event, before) ?? 0
}

/** Returns how these steps change the uses of their order's code. */
export function usesIn(steps: readonly Step[]): readonly UseMove[] {
  const discount = steps[0]?.before.discount
  const uses = steps.reduce((sum, { event, before }) => sum + usesOf(event, before), 0)
  return discount === undefined || uses === 0 ? [] : [{ ...discount, uses }]
}

/** The same of events of an order; `order` is the order before them. */
export function useMoves(order: Order, events: readonly OrderEvent[]): readonly UseMove[] {
  return usesIn(stepsOf(order, events))
}

/** Returns the stock changes of events of an order; `order` is the order before them. */
export function stockMoves(order: Order, events: readonly OrderEvent[]): readonly StockMove[] {
  return movesIn(stepsOf(order, events))
}

function movementOf(order: Order, { transaction, ...entry }: LedgerEntry, capture: string) {
  return {
    provider: providerTaking(order),
    ...(order.manualSale ? { fee: 0 } : {}),
    ...entry,
    id: [order.id, String(order.history.length), transaction]
      .filter(Boolean)
      .map(encodeURIComponent)
      .join('-'),
    orderId: order.id,
    orderNumber: order.orderNumber,
    isSale: entry.kind === 'sale' && entry.amount > 0,
    refs: { capture, transaction },
  }
}

/** Returns the money movements of these steps. Their ids follow from the events. */
export function movementsIn(steps: readonly Step[]): StoredMovement[] {
  const payments = [steps.at(-1)?.after.payment, steps[0]?.before.payment]
  const capture = payments.find((one) => one?.captureId !== undefined)?.captureId ?? ''
  return steps.flatMap(({ event, before, after }) =>
    entriesOf(event, before, after).map((one) => movementOf(after, one, capture)),
  )
}

/** The movements of a whole order, as if it had been written at once. */
export function movementsOf(order: Order): StoredMovement[] {
  const capture = order.payment?.captureId ?? ''
  return orderEntries(order).map((entry) => movementOf(order, entry, capture))
}
