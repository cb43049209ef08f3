import 'server-only'

import type { Recipient } from '../delivery/recipient.ts'
import { type EditFailure, invoiceWritten, noted, recipientEdited } from '../order/edits.ts'
import type { Order } from '../order/order.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  changeContext,
  changeNumberedOrder,
  findNumberedOrder,
  type OwnerContext,
} from './change-numbered-order.ts'
import {
  completed,
  type FulfilmentRefusal,
  type Parcel,
  parcelCorrected,
  shipped,
} from '../order/fulfilment.ts'
import { type AnswerFailure, type ReturnAnswer, returnAnswered } from '../order/return-answer.ts'
import { cancelOrder } from '../order/cancel-order.ts'
import type { CancelRefusal } from '../order/cancellation.ts'
import { type OrderParcel, readPastedParcels } from './pasted-parcels.ts'

type Edit = { readonly orderId: string; readonly context: OwnerContext }
type Answer<Code extends string> = Promise<Result<Order, Code | 'unknown-order'>>

/** Gives an order another recipient, until it is shipped. Throws DatabaseUnavailable. */
export function editRecipient({
  orderId,
  recipient,
  context,
}: Edit & { readonly recipient: Recipient }): Answer<EditFailure> {
  return changeNumberedOrder(orderId, (order) =>
    recipientEdited(order, recipient, changeContext(context)),
  )
}

/** Adds a note of the owner's to an order's history; its member never sees it. Throws DatabaseUnavailable. */
export function addNote({
  orderId,
  text,
  context,
}: Edit & { readonly text: string }): Answer<EditFailure> {
  return changeNumberedOrder(orderId, () => noted(text, changeContext(context)))
}

/** Stores the number of the invoice that was issued for an order. Throws DatabaseUnavailable. */
export function writeInvoiceNumber({
  orderId,
  invoiceNumber,
  context,
}: Edit & { readonly invoiceNumber: string }): Answer<EditFailure> {
  return changeNumberedOrder(orderId, (order) =>
    invoiceWritten(order, invoiceNumber, changeContext(context)),
  )
}

/**
 * Marks an order 已出貨 with its parcel; the same parcel again changes nothing, another one is refused
 * unless `isCorrection` says so. Throws DatabaseUnavailable.
 */
export function shipOrder({
  orderId,
  carrier,
  trackingNumber,
  isCorrection = false,
  context,
}: Edit & Parcel & { readonly isCorrection?: boolean | undefined }): Answer<FulfilmentRefusal> {
  const parcel = { carrier, trackingNumber }
  const change = isCorrection ? parcelCorrected : shipped
  return changeNumberedOrder(orderId, (order) => change(order, parcel, changeContext(context)))
}

/**
 * Marks orders 已出貨, one after the other, and returns the result of each. A repeat changes nothing.
 * Throws DatabaseUnavailable.
 */
export async function shipOrders({
  parcels,
  context,
}: {
  readonly parcels: readonly OrderParcel[]
  readonly context: OwnerContext
}): Promise<
  readonly { readonly orderId: string; readonly answer: Awaited<Answer<FulfilmentRefusal>> }[]
> {
  const answers = []
  for (const parcel of parcels) {
    answers.push({ orderId: parcel.orderId, answer: await shipOrder({ ...parcel, context }) })
  }
  return answers
}

/** Marks an order 已完成. Throws DatabaseUnavailable. */
export function completeOrder({
  orderId,
  reason,
  context,
}: Edit & { readonly reason?: string | undefined }): Answer<FulfilmentRefusal> {
  return changeNumberedOrder(orderId, (order) => completed(order, changeContext(context, reason)))
}

/**
 * Answers the return that a member asked for; the reason is what the member reads. Received pieces
 * go back to the stock when `restock` says so; `parcel` carries what is sent in exchange. Throws
 * DatabaseUnavailable.
 */
export function answerReturn({
  orderId,
  answer,
  restock = false,
  parcel,
  reason,
  context,
}: Edit & {
  readonly answer: ReturnAnswer
  readonly restock?: boolean | undefined
  readonly parcel?: Parcel | undefined
  readonly reason?: string | undefined
}): Answer<AnswerFailure> {
  return changeNumberedOrder(orderId, (order) =>
    returnAnswered(order, { answer, restock, parcel }, changeContext(context, reason)),
  )
}

/** Cancels an unpaid order for its owner, who says why. Throws ProviderProblem and DatabaseUnavailable. */
export async function cancelNumberedOrder({
  orderId,
  reason,
  context,
}: Edit & { readonly reason: string }): Answer<CancelRefusal | 'no-reason'> {
  if (reason.trim() === '') return fail('no-reason')
  const order = await findNumberedOrder(orderId)
  return order
    ? cancelOrder(order, 'by-owner', changeContext(context, reason))
    : fail('unknown-order')
}

/** How many orders one call ships at most; so many take well under a minute. */
const MOST_PARCELS = 200

/** An order of a list that was not shipped, and why. */
export type Unshipped = {
  readonly orderId: string
  readonly code: FulfilmentRefusal | 'unknown-order'
}

/** The result of a list: how many orders are shipped, which are not, and lines that can't be read. */
export type ShippedList = {
  readonly shipped: number
  readonly refused: readonly Unshipped[]
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

/**
 * Marks the orders of a carrier's list 已出貨 (`readPastedParcels`). A repeat changes nothing.
 * Throws DatabaseUnavailable.
 */
export async function shipPasted(
  { text, carrier }: { readonly text: string; readonly carrier: string },
  context: OwnerContext,
): Promise<Result<ShippedList, 'nothing-to-ship' | 'too-many-parcels'>> {
  const { parcels, unclear } = readPastedParcels(text, carrier)
  if (parcels.length === 0) return fail('nothing-to-ship')
  if (parcels.length > MOST_PARCELS) return fail('too-many-parcels')
  const answers = await shipOrders({ parcels, context })
  const refused = answers.flatMap(({ orderId, answer }) =>
    answer.ok ? [] : [{ orderId, code: answer.code }],
  )
  return ok({ shipped: answers.length - refused.length, refused, unclear })
}
