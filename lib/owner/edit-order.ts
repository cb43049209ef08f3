import 'server-only'

import { isListedPlace } from '../delivery/districts.ts'
import { findCities } from '../delivery/find-cities.ts'
import { incompleteRecipient, type Recipient, type ShippingMethod } from '../delivery/recipient.ts'
import { plainRecipient, typedRecipient } from '../delivery/typed-recipient.ts'
import { changeContext, type OwnerContext, type ReturnedPieces } from '../order/events.ts'
import { execute, cancelOrder } from '../order/execute.ts'
import {
  type CancelRefusal,
  type EditFailure,
  changeDelivery,
  editRecipientChange,
  noteChange,
  writeInvoiceChange,
  complete,
  type FulfilmentRefusal,
  type Parcel,
  openReturn,
  returnablePieces,
  returnAsked,
  type ReturnFailure,
} from '../order/fulfilment.ts'
import type { InvoiceDraft } from '../order/invoice.ts'
import { checkInvoice, type InvoiceRefusal } from '../order/invoice/check-invoice.ts'
import type { NumberState } from '../order/invoice/invoice-words.ts'
import type { InvoiceAlarm } from '../order/invoice/invoicing.ts'
import { retryChange } from '../order/invoice/issuing.ts'
import {
  correctInvoiceChange,
  type CorrectionRefusal,
  readInvoice,
} from '../order/invoice/papering.ts'
import { ordersWithInvoiceAlarm, readNumberState, readOrder } from '../order/order-store.ts'
import { type Order, withdrawCancellation } from '../order/order.ts'
import { type SEND_AGAIN, sendAgain } from '../order/parcel/booking.ts'
import { checkStore } from '../order/parcel/choose-store.ts'
import type { StoreRefusal } from '../order/parcel/store.ts'
import {
  type AnswerFailure,
  type ReturnAnswer,
  applyReturnAnswer,
  changeItems,
  type ChangeItemsRefusal,
  type WantedItem,
} from '../order/return-answer.ts'
import type { TakenPieces } from '../order/stock.ts'
import { findPlannedProducts } from '../product/find-products.ts'
import { isSize } from '../product/sizes.ts'
import { fail, ok, type Result } from '../result.ts'
import { hasIssuer } from '../settings/env.ts'
import { readInvoiceNumbers } from './pasted-parcels.ts'
import {
  changeEach,
  entriesOf,
  type OrderListResult,
  areDisputesKnown,
  findOrdersByNumber,
} from './ship-orders.ts'

/** Why an order can't go where the owner typed. */
export type DestinationRefusal = StoreRefusal | 'place-unlisted'

/**
 * Checks where the owner sends an order as a buyer's is checked; the recipient with the
 * store's official name. `isConfirmed`: the owner has said that an unlisted place is right. Throws
 * DatabaseUnavailable.
 */
export async function checkDestination(
  recipient: Recipient,
  method: ShippingMethod,
  isConfirmed: boolean,
): Promise<Result<Recipient, DestinationRefusal>> {
  if (method === 'store') return checkStore(recipient, method)
  return isConfirmed || isListedPlace(findCities(), recipient)
    ? ok(recipient)
    : fail('place-unlisted')
}

/** Invoice work for the owner: orders and number state. */
export type InvoiceDay = {
  readonly alarms: readonly { readonly order: Order; readonly alarm: InvoiceAlarm }[]
  readonly numbers: NumberState | undefined
}

/** Returns the owner's invoice work, or undefined without an issuer. Throws DatabaseUnavailable. */
export async function readInvoiceDay(): Promise<InvoiceDay | undefined> {
  if (!hasIssuer()) return undefined
  const [{ orders }, numbers] = await Promise.all([ordersWithInvoiceAlarm(), readNumberState()])
  const alarms = orders.flatMap((order) =>
    order.invoiceAlarm ? [{ order, alarm: order.invoiceAlarm }] : [],
  )
  return { alarms, numbers }
}

/** Lets an order's invoice, or its paper, be tried again at once. Throws DatabaseUnavailable. */
export function retryInvoice({
  orderId,
  context,
}: {
  readonly orderId: string
  readonly context: OwnerContext
}): Promise<Result<Order, 'unknown-order'>> {
  return execute(orderId, (order) => ok(retryChange(order, changeContext(context))))
}

type Edit = { readonly orderId: string; readonly context: OwnerContext }
type Answer<Code extends string> = Promise<Result<Order, Code | 'unknown-order'>>

const PLACE = ['zipcode', 'city', 'area'] as const

/**
 * Gives an order another recipient, until it is shipped; what is typed is read and checked as a
 * buyer's is. Throws DatabaseUnavailable.
 */
export async function editRecipient({
  orderId,
  recipient,
  placeConfirmed = false,
  context,
}: Edit & {
  readonly recipient: Recipient
  readonly placeConfirmed?: boolean
}): Answer<EditFailure | DestinationRefusal> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const typed = plainRecipient(recipient)
  // A place that stands so on the order was confirmed by its buyer.
  const isKept = PLACE.every((name) => typed[name] === order.recipient[name])
  const isSameStore = order.shippingMethod === 'store' && typed.store === order.recipient.store
  const checked = isSameStore
    ? ok(typed)
    : await checkDestination(typed, order.shippingMethod, isKept || placeConfirmed)
  if (!checked.ok) return checked
  return execute(orderId, (stored) =>
    editRecipientChange(stored, checked.data, changeContext(context)),
  )
}

/**
 * Changes the way in which an order is delivered, until it is shipped; where it goes is read and
 * checked as a buyer's is. Throws DatabaseUnavailable.
 */
export async function changeOrderDelivery({
  orderId,
  to,
  place,
  placeConfirmed = false,
  context,
}: Edit & {
  readonly to: ShippingMethod
  readonly place: Pick<Recipient, 'zipcode' | 'city' | 'area' | 'address' | 'store'>
  readonly placeConfirmed?: boolean
}): Answer<EditFailure | DestinationRefusal> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const typed = typedRecipient({ ...order.recipient, ...place }, to)
  const incomplete = incompleteRecipient(typed, to)
  if (incomplete) return incomplete
  const checked = await checkDestination(typed, to, placeConfirmed)
  if (!checked.ok) return checked
  return execute(orderId, (stored) =>
    changeDelivery(stored, { to, recipient: checked.data }, changeContext(context)),
  )
}

/** Has a parcel that came back sent again, to its store or to one that the buyer is asked for. Throws DatabaseUnavailable. */
export function sendParcelAgain({
  orderId,
  to,
  context,
}: Edit & { readonly to: (typeof SEND_AGAIN)[number] }) {
  const token = crypto.randomUUID() + crypto.randomUUID()
  return execute(orderId, (order) => sendAgain(order, { to, token }, changeContext(context)))
}

/** Adds a note of the owner's to an order's history; its member never sees it. Throws DatabaseUnavailable. */
export function addNote({
  orderId,
  text,
  context,
}: Edit & { readonly text: string }): Answer<EditFailure> {
  return execute(orderId, () => noteChange(text, changeContext(context)))
}

/** Stores the number of the invoice that was issued for an order. Throws DatabaseUnavailable. */
export function writeInvoiceNumber({
  orderId,
  invoiceNumber,
  context,
}: Edit & { readonly invoiceNumber: string }): Answer<EditFailure> {
  return execute(orderId, (order) =>
    writeInvoiceChange(order, invoiceNumber, changeContext(context)),
  )
}

/**
 * Corrects the barcode, tax id or donation code of an order's invoice before it is issued, and has a
 * refused one tried again. Throws DatabaseUnavailable.
 */
export async function correctInvoice({
  orderId,
  invoice: typed,
  context,
}: Edit & { readonly invoice: InvoiceDraft }): Answer<CorrectionRefusal | InvoiceRefusal> {
  const invoice = readInvoice(typed)
  if (!invoice.ok) return invoice
  const known = await checkInvoice(invoice.data)
  if (!known.ok) return known
  return execute(orderId, (order) =>
    correctInvoiceChange(order, invoice.data, changeContext(context)),
  )
}

/** Marks an order 已完成. Throws DatabaseUnavailable. */
export function completeOrder({
  orderId,
  reason,
  context,
}: Edit & { readonly reason?: string | undefined }): Answer<FulfilmentRefusal> {
  return execute(orderId, (order) => complete(order, changeContext(context, reason)))
}

/** Completes the chosen orders one by one. Idempotent. Throws DatabaseUnavailable. */
export async function completeOrders({
  orderIds,
  context,
}: {
  readonly orderIds: readonly string[]
  readonly context: OwnerContext
}): Promise<Result<OrderListResult<FulfilmentRefusal>, 'nothing-chosen'>> {
  if (orderIds.length === 0) return fail('nothing-chosen')
  const entries = await entriesOf(orderIds)
  return ok(await changeEach(entries, ({ id }) => completeOrder({ orderId: id, context })))
}

/** Cancels an unpaid order for its owner, who says why. Throws ProviderProblem and DatabaseUnavailable. */
export async function cancelByOwner({
  orderId,
  reason,
  context,
}: Edit & { readonly reason: string }): Answer<CancelRefusal | 'no-reason'> {
  if (reason.trim() === '') return fail('no-reason')
  const order = await readOrder(orderId)
  return order
    ? cancelOrder(order, 'by-owner', changeContext(context, reason))
    : fail('unknown-order')
}

/**
 * Answers a return. `parcel` ships the exchange, `belowZero` allows overselling. Throws
 * DatabaseUnavailable.
 */
export async function answerReturn({
  orderId,
  answer,
  restock = false,
  parcel,
  reason,
  belowZero,
  context,
}: {
  readonly orderId: string
  readonly context: OwnerContext
  readonly answer: ReturnAnswer
  readonly restock?: boolean | undefined
  readonly parcel?: Parcel | undefined
  readonly reason?: string | undefined
  readonly belowZero?: string | undefined
}): Promise<Result<Order, AnswerFailure | 'disputes-unanswered' | 'unknown-order'>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const isLeaving = answer === 'exchanged' && openReturn(order) !== undefined
  if (isLeaving && !(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const readsStock = isLeaving || answer === 'accepted' || answer === 'preparing'
  const offers = readsStock ? await findPlannedProducts() : []
  const decide = (stored: Order, taken: TakenPieces) => {
    const answered = { answer, restock, parcel, stock: { taken, offers, belowZero } }
    return applyReturnAnswer(stored, answered, changeContext(context, reason))
  }
  return execute(orderId, decide, () => readsStock)
}

/** Reads the pieces to return and the wish from a form's fields. */
export function returnedPiecesIn(
  fields: Readonly<Record<string, string>>,
  order: Order,
): readonly ReturnedPieces[] {
  return returnablePieces(order).flatMap((_, index) => {
    const quantity = Number(fields[`quantity-${index}`] ?? 0)
    const wish = fields[`wish-${index}`] ?? ''
    if (!Number.isInteger(quantity) || quantity < 1) return []
    return [{ index, quantity, ...(isSize(wish) ? { size: wish } : {}) }]
  })
}

/**
 * Records a return or exchange requested by mail or telephone, without the seven-day limit. Throws
 * DatabaseUnavailable.
 */
export async function startReturn({
  orderId,
  reason,
  fields,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly fields: Readonly<Record<string, string>>
  readonly context: OwnerContext
}): Promise<Result<Order, ReturnFailure | 'unknown-order' | 'no-reason'>> {
  if (reason.trim() === '') return fail('no-reason')
  const [order, made] = await Promise.all([readOrder(orderId), findPlannedProducts()])
  if (!order) return fail('unknown-order')
  const wish = {
    items: returnedPiecesIn(fields, order),
    reason: reason.trim(),
    contact: order.recipient.phone || order.recipient.email,
  }
  return execute(orderId, (stored) =>
    returnAsked(stored, wish, made, changeContext(context, reason)),
  )
}

/** The fields of a form that say what becomes of each item. */
export function wantedItemsIn(
  fields: Readonly<Record<string, string>>,
  { items }: Pick<Order, 'items'>,
): readonly WantedItem[] {
  return items.flatMap((_, index) => {
    const size = fields[`size-${index}`] ?? ''
    const quantity = Number(fields[`quantity-${index}`] ?? Number.NaN)
    return isSize(size) && Number.isInteger(quantity) ? [{ index, size, quantity }] : []
  })
}

/**
 * Changes sizes or quantities of a paid order before shipping. `belowZero` allows overselling.
 * Throws DatabaseUnavailable.
 */
export async function changeOrderItems({
  orderId,
  reason,
  belowZero,
  fields,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly belowZero?: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly context: OwnerContext
}): Promise<Result<Order, ChangeItemsRefusal | 'unknown-order'>> {
  const [order, offers] = await Promise.all([readOrder(orderId), findPlannedProducts()])
  if (!order) return fail('unknown-order')
  const wanted = wantedItemsIn(fields, order)
  return execute(
    orderId,
    (stored, taken) =>
      changeItems(
        stored,
        { wanted, stock: { taken, offers, belowZero } },
        changeContext(context, reason),
      ),
    () => true,
  )
}

/** Maximum invoice numbers per request. */
const MOST = 200

/** Result of a list of invoice numbers, with the lines that name none. */
export type WrittenInvoices = OrderListResult<EditFailure> & { readonly unclear: readonly number[] }

/** Writes the numbers of invoices onto their orders, one after the other; a repeat changes nothing. Throws DatabaseUnavailable. */
export async function writeInvoices({
  invoices,
  context,
}: {
  readonly invoices: string
  readonly context: OwnerContext
}): Promise<Result<WrittenInvoices, 'no-invoices' | 'too-many-parcels'>> {
  const { numbers, unclear } = readInvoiceNumbers(invoices)
  if (numbers.length === 0) return fail('no-invoices')
  if (numbers.length > MOST) return fail('too-many-parcels')
  const orders = await findOrdersByNumber(numbers.map(({ orderNumber }) => orderNumber))
  const entries = numbers.map((one) => ({ ...one, order: orders.get(one.orderNumber) }))
  const written = await changeEach(entries, ({ id }, { invoiceNumber }) =>
    writeInvoiceNumber({ orderId: id, invoiceNumber, context }),
  )
  return ok({ ...written, unclear })
}

/** Notes that a buyer who asked to cancel keeps the order. Throws DatabaseUnavailable. */
export function keepOrder({
  orderId,
  reason,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly context: OwnerContext
}) {
  return execute(orderId, (stored) => withdrawCancellation(stored, changeContext(context, reason)))
}
