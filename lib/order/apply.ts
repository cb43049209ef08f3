import { z } from 'zod'

import type { DocumentSnapshot } from '#lib/adapters/firestore/database.ts'
import type { UseMove } from '#lib/discount/discount.ts'
import { type StockMove, stockOf } from '#lib/inventory/stock.ts'
import {
  type LedgerEntry,
  orderEntries,
  providerTaking,
  type StoredMovement,
} from '#lib/ledger/entries.ts'
import { ACTORS } from '#lib/order/events/event-frame.ts'
import { eventSchema } from '#lib/order/events/event-schema.ts'
import { effectsOf } from '#lib/order/events/index.ts'
import { type OrderEvent } from './events.ts'
import { type Order, type OrderChange, orderFieldsSchema } from './order.ts'

/** The order after an event, which joins its history. Every event can be applied to every order. */
export function apply(order: Order, event: OrderEvent): Order {
  const changed = effectsOf(event.type).apply?.(order, event) ?? order
  return { ...changed, history: [...changed.history, event] }
}

/** The order after these events, one after the other. */
export function applyEvents(order: Order, events: readonly OrderEvent[]): Order {
  return events.reduce(apply, order)
}

/** The order after a change. */
export function applyChange(order: Order, { events, schedule }: OrderChange): Order {
  return { ...applyEvents(order, events), ...schedule }
}

/** The fields of an order that a change wrote anew; what it took away is undefined. */
export function changedFields(before: Order, after: Order): Readonly<Record<string, unknown>> {
  const old = new Map<string, unknown>(Object.entries(before))
  const next = new Map<string, unknown>(Object.entries(after))
  const names = [...new Set([...old.keys(), ...next.keys()])]
  const changed = names.filter((name) => old.get(name) !== next.get(name))
  return Object.fromEntries(changed.map((name) => [name, next.get(name)]))
}

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

/** Returns the stock changes of these steps, product by product. */
export function movesIn(steps: readonly Step[]): readonly StockMove[] {
  const moved = steps.flatMap(({ event, before }) => {
    return effectsOf(event.type).stock?.(event, before) ?? []
  })
  return stockOf(moved.filter(({ quantity }) => quantity !== 0))
}

/** Returns how these steps change the uses of their order's code. */
export function usesIn(steps: readonly Step[]): readonly UseMove[] {
  const { code, member } = steps[0]?.before.discount ?? {}
  const uses = steps.reduce((sum, { event, before }) => {
    return sum + (effectsOf(event.type).uses?.(event, before) ?? 0)
  }, 0)
  return code === undefined || member === undefined || uses === 0 ? [] : [{ code, member, uses }]
}

/** The same of events of an order; `order` is the order before them. */
export function useMoves(order: Order, events: readonly OrderEvent[]): readonly UseMove[] {
  return usesIn(stepsOf(order, events))
}

/** Returns the stock changes of events of an order; `order` is the order before them. */
export function stockMoves(order: Order, events: readonly OrderEvent[]): readonly StockMove[] {
  return movesIn(stepsOf(order, events))
}

function movementOf(
  order: Order,
  { transaction, capture: own, ...entry }: LedgerEntry,
  capture: string,
) {
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
    refs: { capture: own ?? capture, transaction },
  }
}

/** Returns the money movements of these steps. Their ids follow from the events. */
export function movementsIn(steps: readonly Step[]): StoredMovement[] {
  const payments = [steps.at(-1)?.after.payment, steps[0]?.before.payment]
  const capture = payments.find((payment) => payment?.captureId !== undefined)?.captureId ?? ''
  return steps.flatMap(({ event, before, after }) =>
    (effectsOf(event.type).ledger?.(event, before, after) ?? []).map((ledgerEntry) =>
      movementOf(after, ledgerEntry, capture),
    ),
  )
}

/** The movements of a whole order, as if it had been written at once. */
export function movementsOf(order: Order): StoredMovement[] {
  const capture = order.payment?.captureId ?? ''
  return orderEntries(order).map((entry) => movementOf(order, entry, capture))
}

const actorSchema = z.enum(ACTORS).catch('sweep')

/**
 * Parses a stored history. An event that this version does not know, since an instance of another one wrote it, is
 * `other`, which holds it as it is stored.
 */
export const historySchema = z
  .array(
    z.looseObject({ type: z.string(), at: z.iso.datetime() }).transform((stored): OrderEvent => {
      const known = eventSchema(stored.type)?.safeParse(stored)
      if (known?.success) return known.data
      const { at, by } = stored
      return { type: 'other', at, by: actorSchema.parse(by), data: { stored } }
    }),
  )
  .default([])

/** The document orders/{id}. */
export const orderSchema = orderFieldsSchema.extend({ history: historySchema })

/** A history as it is stored: what this version does not know goes back as it came. */
export function storedHistory(history: readonly OrderEvent[]): readonly object[] {
  return history.map((event) => (event.type === 'other' ? event.data.stored : event))
}

/** Field of the order number in a document orders/{id}; older than the name `orderNumber`. */
export const NUMBER_FIELD = 'orderId'

/** Fields read from a document. */
export type StoredDocument = Pick<DocumentSnapshot, 'id' | 'exists' | 'data'>

/** An order's fields from its document, unchecked, by the names that the shop has for them. */
export function fieldsFrom(document: StoredDocument): Readonly<Record<string, unknown>> {
  const { [NUMBER_FIELD]: orderNumber, ...fields } = document.data() ?? {}
  return { ...fields, orderNumber, id: document.id }
}

/** A recipient as an order's document holds it: the name that a chain prints only where one was given. */
export function storedRecipient({ pickupName, ...recipient }: Order['recipient']) {
  return pickupName === '' ? recipient : { ...recipient, pickupName }
}

/** The document of a new order: all of it but its id. */
export function documentOf({ id: _id, orderNumber, history, recipient, ...fields }: Order) {
  return {
    ...fields,
    recipient: storedRecipient(recipient),
    history: storedHistory(history),
    [NUMBER_FIELD]: orderNumber,
  }
}
