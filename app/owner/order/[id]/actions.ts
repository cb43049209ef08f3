'use server'
import { z } from 'zod'

import {
  checkedField,
  orderField,
  ownerAction,
  reasonField,
  reauthenticatedAction,
  staffAction,
  typedNumberField,
} from '#app/owner-action.ts'
import { recipientSchema, shippingMethodSchema } from '#lib/delivery/recipient-schema.ts'
import { INVOICE_KINDS } from '#lib/invoice/typed-invoice.ts'
import { addNote } from '#lib/owner/add-note.ts'
import { answerReturn } from '#lib/owner/answer-return.ts'
import { cancelByOwner, withdrawCancellationRequest } from '#lib/owner/cancel-order.ts'
import { changeOrderDelivery } from '#lib/owner/change-delivery.ts'
import { changeOrderItems } from '#lib/owner/change-items.ts'
import { completeManualRefund, withdrawManualRefund } from '#lib/owner/complete-manual-refund.ts'
import { completeOrder } from '#lib/owner/complete-orders.ts'
import { correctInvoice } from '#lib/owner/correct-invoice.ts'
import { editRecipient } from '#lib/owner/edit-recipient.ts'
import { recordInvoiceNumber } from '#lib/owner/record-invoice-numbers.ts'
import { recordManualRefund } from '#lib/owner/record-manual-refund.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import { refundReview } from '#lib/owner/refund-review.ts'
import { resolveReview } from '#lib/owner/resolve-review.ts'
import { restockReturnedParcel } from '#lib/owner/restock-returned-parcel.ts'
import { retryInvoice } from '#lib/owner/retry-invoice.ts'
import { sendParcelAgain } from '#lib/owner/send-parcel-again.ts'
import { shipOrder } from '#lib/owner/ship-order.ts'
import { requestBankAccountAgain, showRefundAccount } from '#lib/owner/show-refund-account.ts'
import { startReturn } from '#lib/owner/start-return.ts'
import { SEND_AGAIN } from '#lib/parcel/send-again.ts'
import { REVIEW_ENDS } from '#lib/payment/review-end.ts'
import { ok } from '#lib/result.ts'
import { multiLineText, singleLineText } from '#lib/text/text-schemas.ts'

const reasoned = orderField.extend({ reason: reasonField })
const oversellReason = singleLineText(200).optional()
const key = z.uuid()
const amount = typedNumberField.pipe(z.int().positive())
// A line by its place, where one is chosen.
const place = z
  .literal('')
  .transform(() => undefined)
  .or(z.coerce.number().int().min(0))
  .optional()

/** Marks an order 已出貨 with its parcel, or corrects the parcel. */
export const shipAction = staffAction(
  orderField.extend({
    carrier: singleLineText(40),
    trackingNumber: singleLineText(60),
    correction: z.enum(['yes', 'no']),
    despiteBooking: checkedField,
  }),
  ({ correction, despiteBooking, ...input }) =>
    shipOrder({
      ...input,
      isCorrection: correction === 'yes',
      isDespiteBooking: despiteBooking,
    }),
)

/** Marks an order 已完成. */
export const completeAction = staffAction(orderField, completeOrder)

/** Gives an order another recipient, until it is shipped. */
export const editRecipientAction = ownerAction(
  orderField.extend({ ...recipientSchema.shape, placeConfirmed: checkedField }),
  ({ orderId, placeConfirmed, context, ...recipient }) =>
    editRecipient({ orderId, recipient, placeConfirmed, context }),
)

const { zipcode, city, area, address, store } = recipientSchema.shape

/** Changes the way in which an order is delivered, until it is shipped. */
export const changeDeliveryAction = ownerAction(
  orderField.extend({
    to: shippingMethodSchema,
    zipcode: zipcode.default(''),
    city: city.default(''),
    area: area.default(''),
    address: address.default(''),
    store: store.default(''),
    placeConfirmed: checkedField,
  }),
  ({ orderId, to, placeConfirmed, context, ...place }) =>
    changeOrderDelivery({ orderId, to, place, placeConfirmed, context }),
)

/** Adds a note that only owners see. */
export const noteAction = staffAction(orderField.extend({ text: multiLineText(500) }), addNote)

/** Cancels an unpaid order, unless money may be on its way. */
export const cancelByOwnerAction = ownerAction(reasoned, cancelByOwner)

/** Ends a review, when what the provider holds bears it out. */
export const resolveAction = ownerAction(
  reasoned.extend({ end: z.enum(REVIEW_ENDS), oversellReason }),
  resolveReview,
)

const number = z.coerce.number().int().positive()

export const completeManualRefundAction = ownerAction(
  orderField.extend({ number, day: singleLineText(10), reference: singleLineText(60) }),
  completeManualRefund,
)

/** Takes back a refund by hand that was not made. */
export const withdrawManualRefundAction = ownerAction(
  reasoned.extend({ number }),
  withdrawManualRefund,
)

/** Asks the buyer again for the account of a refund by transfer. */
export const requestBankAccountAgainAction = ownerAction(
  reasoned.extend({ number }),
  requestBankAccountAgain,
)

/** Shows the account of a refund by transfer, after the owner signed in again for it. */
export const showRefundAccountAction = reauthenticatedAction(
  orderField.extend({ number }),
  showRefundAccount,
)

/** Writes down the number of the invoice that was issued. */
export const invoiceAction = ownerAction(
  orderField.extend({ invoiceNumber: singleLineText(20) }),
  recordInvoiceNumber,
)

/** Corrects for whom the invoice is issued, before it is. */
export const correctInvoiceAction = ownerAction(
  orderField.extend({
    invoiceKind: z.enum(INVOICE_KINDS),
    carrier: singleLineText(30).default(''),
    taxId: singleLineText(30).default(''),
    company: singleLineText(60).default(''),
    donation: singleLineText(30).default(''),
  }),
  ({ orderId, invoiceKind: kind, context, ...typed }) =>
    correctInvoice({ orderId, invoice: { kind, ...typed }, context }),
)

/** Has a parcel that came back sent again. */
export const sendAgainAction = ownerAction(
  orderField.extend({ to: z.enum(SEND_AGAIN) }),
  sendParcelAgain,
)

/** Answers whether the goods of a parcel that came back go back to the stock. */
export const restockReturnedAction = ownerAction(
  orderField.extend({ restock: checkedField }),
  restockReturnedParcel,
)

/** Lets the invoice, or the paper of a refund, be tried again. */
export const retryInvoiceAction = ownerAction(orderField, retryInvoice)

/** Accepts or declines a member's return or exchange. */
export const answerReturnAction = ownerAction(
  reasoned.extend({
    answer: z.enum(['accepted', 'refused', 'received', 'preparing', 'exchanged']),
    restock: checkedField,
    carrier: singleLineText(40).default(''),
    trackingNumber: singleLineText(60).default(''),
    oversellReason,
  }),
  ({ carrier, trackingNumber, ...input }) =>
    answerReturn({ ...input, parcel: { carrier, trackingNumber } }),
)

/** Notes that a buyer who asked to cancel keeps the order. */
export const withdrawCancellationAction = ownerAction(reasoned, withdrawCancellationRequest)

/** Gives an order other sizes or fewer units, until it is shipped. */
export const changeItemsAction = ownerAction(
  orderField
    .extend({ reason: reasonField.default(''), oversellReason })
    .catchall(singleLineText(10)),
  ({ orderId, reason, oversellReason: why, context, ...fields }) =>
    changeOrderItems({ orderId, reason, oversellReason: why, fields, context }),
)

/** Records money that the owner gave back for a manual order; the same key records once. */
export const recordManualRefundAction = ownerAction(
  reasoned.extend({ amount, key, line: place, restock: checkedField }),
  recordManualRefund,
)

/** Records a return or exchange requested by other means. */
export const startReturnAction = ownerAction(
  reasoned.catchall(singleLineText(10)),
  ({ orderId, reason, context, ...fields }) => startReturn({ orderId, reason, fields, context }),
)

/** Gives money back, after the owner signed in again for it; the same key gives back once. */
export const refundAction = reauthenticatedAction(
  reasoned.extend({
    amount,
    key,
    left: z.coerce.number().int().min(0),
    restock: checkedField,
    returnNumber: z
      .literal('')
      .transform(() => undefined)
      .or(z.coerce.number().int().positive())
      .optional(),
    line: place,
    removed: place,
  }),
  async (input) => {
    const answer = await refundOrder(input)
    if (!answer.ok) return answer
    const { amount: refunded, state, notBefore } = answer.data.refund
    return ok({ amount: refunded, state, notBefore })
  },
)

/** Refunds what the provider reservations of an order under review, and ends the review with it. */
export const refundReviewAction = reauthenticatedAction(
  reasoned.extend({
    capture: singleLineText(64).min(1),
    key,
    left: z.coerce.number().int().min(0),
  }),
  refundReview,
)
