'use server'

import { z } from 'zod'

import { ownerListAction, checkedField } from '#app/owner-action.ts'
import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import { findOffers } from '#lib/offer/offer.ts'
import { MANUAL_PAYMENTS, SALE_PLACES } from '#lib/order/order.ts'
import { sellByHand } from '#lib/owner/manual-sale.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const sale = {
  key: z.uuid(),
  place: z.enum(SALE_PLACES),
  paidBy: z.enum(MANUAL_PAYMENTS),
  delivery: z.enum(['handed-over', 'home', 'store']),
  reason: singleLineText(300).default(''),
  belowZero: singleLineText(200).optional(),
  shownTotal: z.coerce.number().int().optional(),
  soldAt: z.iso
    .datetime()
    .transform((at) => new Date(at))
    .optional(),
  placeConfirmed: checkedField,
}

const orderSchema = z.object({ ...sale, ...recipientSchema.shape }).catchall(singleLineText(300))

/** Writes down an order that was taken elsewhere and is paid, and issues its invoice; says its number. */
export const createManualOrderAction = ownerListAction(
  orderSchema,
  async ({ belowZero, shownTotal, soldAt, placeConfirmed, context, ...typed }) => {
    const { key, place, paidBy, delivery, reason, ...fields } = typed
    const recipient = recipientSchema.parse(fields)
    const sold = { key, place, paidBy, delivery, reason, belowZero, shownTotal, soldAt }
    // What was sold without a net was sold by the offers of then.
    const offers = await findOffers(soldAt ?? context.at)
    return sellByHand({ ...sold, placeConfirmed, offers, fields, recipient, context })
  },
)
