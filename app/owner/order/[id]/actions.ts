'use server'

import { z } from 'zod'

import { reauthenticatedAction, ownerAction, staffAction } from '#app/owner-action.ts'
import { recipientSchema } from '#lib/delivery/recipient.ts'
import { changeOrderItems } from '#lib/owner/change-items.ts'
import { answerReturn } from '#lib/owner/answer-return.ts'
import {
  addNote,
  cancelNumberedOrder,
  completeOrder,
  editRecipient,
  writeInvoiceNumber,
} from '#lib/owner/edit-order.ts'
import { retryInvoice } from '#lib/owner/invoices.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import { refundReview } from '#lib/owner/refund-review.ts'
import { resolveReview } from '#lib/owner/resolve-review.ts'
import { REVIEW_ENDS } from '#lib/order/event-causes.ts'
import { startReturn } from '#lib/owner/start-return.ts'
import { shipOrder } from '#lib/owner/ship-orders.ts'
import { recordManualRefund } from '#lib/owner/create-manual-order.ts'
import { ok } from '#lib/result.ts'
import { singleLineText, multiLineText } from '#lib/text/plain-text.ts'

const order = z.object({ orderId: singleLineText(40).min(1) })
const reasoned = order.extend({ reason: singleLineText(300) })
const belowZero = singleLineText(200).optional()

/** Marks an order 已出貨 with its parcel, or corrects the parcel. */
export const shipAction = staffAction(
  order.extend({
    carrier: singleLineText(40),
    trackingNumber: singleLineText(60),
    correction: z.enum(['yes', 'no']),
  }),
  ({ correction, ...parcel }, context) =>
    shipOrder({ ...parcel, isCorrection: correction === 'yes', context }),
)

/** Marks an order 已完成. */
export const completeAction = staffAction(order, ({ orderId }, context) =>
  completeOrder({ orderId, context }),
)

/** Gives an order another recipient, until it is shipped. */
export const editRecipientAction = ownerAction(
  order.extend(recipientSchema.shape),
  ({ orderId, ...recipient }, context) => editRecipient({ orderId, recipient, context }),
)

/** Adds a note that only owners see. */
export const noteAction = staffAction(
  order.extend({ text: multiLineText(500) }),
  ({ orderId, text }, context) => addNote({ orderId, text, context }),
)

/** Cancels an unpaid order, unless money may be on its way. */
export const cancelByOwnerAction = ownerAction(reasoned, ({ orderId, reason }, context) =>
  cancelNumberedOrder({ orderId, reason, context }),
)

/** Ends a review, when what the provider holds bears it out. */
export const resolveAction = ownerAction(
  reasoned.extend({ end: z.enum(REVIEW_ENDS), belowZero }),
  (input, context) => resolveReview({ ...input, context }),
)

/** Writes down the number of the invoice that was issued. */
export const invoiceAction = ownerAction(
  order.extend({ invoiceNumber: singleLineText(20) }),
  ({ orderId, invoiceNumber }, context) => writeInvoiceNumber({ orderId, invoiceNumber, context }),
)

/** Lets the invoice, or the paper of a refund, be tried again. */
export const retryInvoiceAction = ownerAction(order, ({ orderId }, context) =>
  retryInvoice(orderId, context),
)

/** Accepts or declines a member's return or exchange. */
export const answerReturnAction = ownerAction(
  reasoned.extend({
    answer: z.enum(['accepted', 'refused', 'received', 'exchanged']),
    restock: z.literal('yes').optional(),
    carrier: singleLineText(40).default(''),
    trackingNumber: singleLineText(60).default(''),
    belowZero,
  }),
  ({ restock, carrier, trackingNumber, ...input }, context) =>
    answerReturn({
      ...input,
      restock: restock === 'yes',
      parcel: { carrier, trackingNumber },
      context,
    }),
)

/** Gives an order other sizes or fewer pieces, until it is shipped. */
export const changeItemsAction = ownerAction(
  order.extend({ reason: singleLineText(300).default(''), belowZero }).catchall(singleLineText(10)),
  ({ orderId, reason, belowZero: why, ...fields }, context) =>
    changeOrderItems({ orderId, reason, belowZero: why, fields, context }),
)

/** Records money that the owner gave back for a manual order; the same key records once. */
export const recordManualRefundAction = ownerAction(
  reasoned.extend({
    amount: z.coerce.number().int().positive(),
    key: z.uuid(),
    restock: z.literal('yes').optional(),
  }),
  ({ restock, key, ...back }, context) =>
    recordManualRefund({ ...back, pressed: key, restock: restock === 'yes', context }),
)

/** Records a return or exchange requested by other means. */
export const startReturnAction = ownerAction(
  reasoned.catchall(singleLineText(10)),
  ({ orderId, reason, ...fields }, context) => startReturn({ orderId, reason, fields, context }),
)

/** Gives money back, after the owner signed in again for it; the same key gives back once. */
export const refundAction = reauthenticatedAction(
  reasoned.extend({
    amount: z.coerce.number().int().positive(),
    key: z.uuid(),
    left: z.coerce.number().int().min(0),
    restock: z.literal('yes').optional(),
    returnNumber: z.union([z.literal(''), z.coerce.number().int().positive()]).optional(),
  }),
  async ({ restock, returnNumber, ...request }, context) => {
    const answer = await refundOrder({
      ...request,
      restock: restock === 'yes',
      returnNumber: returnNumber === '' ? undefined : returnNumber,
      context,
    })
    if (!answer.ok) return answer
    const { refund } = answer.data
    return ok({ amount: refund.amount, state: refund.state })
  },
)

/** Refunds what the provider holds of an order under review, and ends the review with it. */
export const refundReviewAction = reauthenticatedAction(
  reasoned.extend({ capture: singleLineText(64).min(1), key: z.uuid() }),
  ({ key: _key, ...request }, context) => refundReview({ ...request, context }),
)
