import type { StoredCode } from '#lib/discount/discount.ts'
import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import type { NumberState } from '#lib/invoice/number-range.ts'
import { type OrderDecision, type OrdersRead, OrderUnreadable } from '#lib/order/order-store.ts'
import { isUseOverdue, type Order, type OrderChange, type SweepSchedule } from '#lib/order/order.ts'
import type { PlacementRefs } from '#lib/order/placement-store.ts'
import type { NewOrder, OrderContext, OrderPlacement, OrderRefusal } from '#lib/order/placement.ts'
import { reservedUntil, isReservationExpired, isOverdue } from '#lib/order/reservation.ts'
import { isOpenReturn } from '#lib/order/return/return-rules.ts'
import type { Result } from '#lib/result.ts'
import { type Decided, outside } from './outside.ts'

const base = () => outside().orders

const filtered = (name: string, isWanted: (order: Order) => boolean): Promise<readonly Order[]> =>
  base().read(name, (orders) => orders.filter(isWanted))

async function readable(name: string, isWanted: (order: Order) => boolean): Promise<OrdersRead> {
  return { orders: await filtered(name, isWanted), unreadable: [] }
}

const found = (name: string, isWanted: (order: Order) => boolean): Promise<Order | undefined> =>
  base().read(name, (orders) => orders.find(isWanted))

const isAt = (time: string | null | undefined, now: Date) =>
  typeof time === 'string' && time <= now.toISOString()

/** Reads an order. */
export async function readOrder(id: string): Promise<Order | undefined> {
  // Firestore takes no such id.
  if (id.includes('/')) throw new TypeError(`No document: ${id}`)
  if (base().unreadable?.has(id)) throw new OrderUnreadable(id)
  return found(`read ${id}`, (order) => order.id === id)
}

/** Reads some orders. */
export function readOrders(ids: readonly string[]): Promise<readonly Order[]> {
  return filtered(`read ${ids.join()}`, ({ id }) => ids.includes(id))
}

/** The orders with these numbers. */
export function ordersNumbered(numbers: readonly string[]): Promise<readonly Order[]> {
  return filtered(`number ${numbers.join()}`, ({ orderNumber }) => numbers.includes(orderNumber))
}

/** Decides about an order. */
export function decideOrder<Answer>(
  id: string,
  decision: OrderDecision<Answer>,
): Promise<Decided<Answer>> {
  return base().decide(id, decision)
}

/** Changes an order. */
export async function changeOrder(
  id: string,
  change: (order: Order, taken: ReservedStockByProduct) => OrderChange | undefined,
  readsStock: (order: Order) => boolean = isReservationExpired,
): Promise<Order | undefined> {
  const decide = (order: Order, taken: ReservedStockByProduct) => {
    return { change: change(order, taken), answer: undefined }
  }
  return (await base().decide(id, { readsStock, decide }))?.order
}

/** Decides about the shipping of an order. */
export function decideShipping<Answer>(
  id: string,
  decide: OrderDecision<Answer, boolean>['decide'],
): Promise<Decided<Answer>> {
  const { decideShipping: decideIn } = base()
  if (!decideIn) throw new Error('Nothing is shipped in these tests')
  return decideIn(id, decide)
}

/** Places an order, of which the transaction reads these documents. */
export function createOrder(
  key: PlacementRefs,
  place: (context: OrderContext) => OrderPlacement | OrderRefusal,
): Promise<OrderPlacement | OrderRefusal> {
  const { place: placeIn } = base()
  if (!placeIn) throw new Error('Nothing is placed in these tests')
  return placeIn(key, place)
}

/** Stores a manual order, once per id. */
export function storeManualOrder<Code extends string>(
  input: { readonly id: string },
  decide: (context: {
    readonly count: number
    readonly taken: ReservedStockByProduct
  }) => Result<NewOrder, Code>,
): Promise<Result<Order, Code>> {
  const { storeManual } = base()
  if (!storeManual) throw new Error('Nothing is sold by hand in these tests')
  return storeManual(input, decide)
}

/** Postpones the check of an order, unless it was moved. */
export function postponeOrder(id: string, seen: string, next: SweepSchedule): Promise<void> {
  return base().rewrite(`postpone ${id}`, id, (order) =>
    order.check?.at === seen ? { ...order, check: next } : undefined,
  )
}

/** Postpones a parcel's check, unless it was moved. */
export function postponeParcel(id: string, seen: string, next: string | null): Promise<void> {
  return base().rewrite(`postpone the parcel of ${id}`, id, (order) =>
    order.parcelCheckAt === seen ? { ...order, parcelCheckAt: next } : undefined,
  )
}

/** Postpones the check of an unreadable order. */
export async function postponeUnreadable(id: string, at: Date): Promise<void> {
  base().unreadable?.set(id, at.toISOString())
}

/** The orders whose payment is due. */
export async function ordersDue(now: Date, urgent: boolean): Promise<OrdersRead> {
  const name = `due ${urgent ? 'urgent' : 'others'}`
  const orders = await filtered(
    name,
    ({ check }) => check?.urgent === urgent && isAt(check.at, now),
  )
  const unreadable = [...(base().unreadable ?? [])].flatMap(([id, at]) => (isAt(at, now) ? id : []))
  return { orders, unreadable: urgent ? [] : unreadable }
}

/** The orders whose parcels are due. */
export function parcelsDue(now: Date): Promise<OrdersRead> {
  return readable('due parcels', ({ parcelCheckAt }) => isAt(parcelCheckAt, now))
}

/** The orders whose invoices are due. */
export function invoicesDue(now: Date): Promise<OrdersRead> {
  return readable('due invoices', ({ invoiceCheckAt }) => isAt(invoiceCheckAt, now))
}

/** The orders in this status. */
export function ordersOfStatus(status: Order['status']): Promise<OrdersRead> {
  return readable(`orders ${status}`, (order) => order.status === status)
}

/** The orders whose parcels need the owner. */
export function ordersWithParcelAlarm(): Promise<OrdersRead> {
  return readable('parcel alarms', ({ parcelAlarm }) => Boolean(parcelAlarm))
}

/** The orders whose invoices need the owner. */
export function ordersWithInvoiceAlarm(): Promise<OrdersRead> {
  return readable('invoice alarms', ({ invoiceAlarm }) => Boolean(invoiceAlarm))
}

/** The orders under review. */
export function ordersInReview(): Promise<readonly Order[]> {
  return filtered('reviews', ({ payment }) => payment?.review !== undefined)
}

/** The orders with an open return. */
export function ordersReturning(): Promise<readonly Order[]> {
  return filtered('returns', ({ returnState }) => isOpenReturn(returnState))
}

/** The orders in dispute. */
export function ordersDisputed(): Promise<readonly Order[]> {
  return filtered('disputes', ({ payment }) => payment?.disputed === true)
}

/** The orders that were shipped since a time. */
export function listOrdersShippedSince(since: string): Promise<readonly Order[]> {
  return filtered('shippings', ({ shipment }) => (shipment?.shippedAt ?? '') >= since)
}

/** What is taken of these products. */
export async function readReservedStock(
  products: readonly string[],
): Promise<ReservedStockByProduct> {
  return new Map([...(base().taken ?? [])].filter(([id]) => products.includes(id)))
}

/** The orders that keep units although their time is over. */
export function overdueReservations(_product: string, now: Date): Promise<OrdersRead> {
  return readable('overdue holds', (order) => isOverdue(order, now))
}

/** Unpaid orders whose time to keep a use of a code is over. */
export function overdueUses(code: string, now: Date): Promise<readonly Order[]> {
  return filtered(
    'overdue uses',
    (order) => order.discount?.code === code && isUseOverdue(order, now),
  )
}

/** The orders that keep units. */
export function reservedOrders(): Promise<OrdersRead> {
  return readable('holds', (order) => reservedUntil(order) !== undefined)
}

/** The order on which a reference or a capture is stored. */
export function findPaidOrder(
  by: { readonly reference: string } | { readonly captureId: string },
): Promise<Order | undefined> {
  return found('find a payment', ({ payment }) =>
    'captureId' in by
      ? payment?.captureId === by.captureId
      : payment?.references.includes(by.reference) === true,
  )
}

/** The order of a parcel. */
export function findParcelOrder(reference: string): Promise<Order | undefined> {
  return found(
    `find the order of ${reference}`,
    ({ parcelRefs }) => parcelRefs?.includes(reference) === true,
  )
}

/** Reads how the invoice numbers stand. */
export async function readNumberState(): Promise<NumberState | undefined> {
  return base().numbers?.state
}

/** Stores how the invoice numbers stand. */
export async function saveNumberState(state: NumberState): Promise<void> {
  const { numbers } = base()
  if (!numbers) throw new Error('No invoice numbers are asked about in these tests')
  numbers.state = state
}

/** Counts an invoice that was issued, or nothing if the numbers are not asked about. */
export async function countUsedNumber(): Promise<void> {
  const state = base().numbers?.state
  if (state) await saveNumberState({ ...state, used: state.used + 1 })
}

/** Reads a discount code; without terms where there is none. */
export async function readCode(code: string): Promise<StoredCode> {
  return base().codes?.get(code) ?? { uses: 0, members: {}, terms: undefined }
}

/** Whether a provider's event was settled before. */
export async function isEventSettled(id: string): Promise<boolean> {
  return base().settledEvents?.has(id) === true
}

/** Remembers that an event was settled. */
export async function rememberEvent(id: string): Promise<void> {
  base().settledEvents?.add(id)
}
