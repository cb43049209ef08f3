'use server'
import { z } from 'zod'

import { checkedField, ordersField, ownerListAction, staffListAction } from '#app/owner-action.ts'
import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import { findOffers } from '#lib/offer/offer.ts'
import { MANUAL_PAYMENTS, SALE_PLACES } from '#lib/order/manual-order.ts'
import { completeOrders } from '#lib/owner/complete-orders.ts'
import { createManualSale } from '#lib/owner/create-manual-order.ts'
import { saveOrderSearch } from '#lib/owner/find-orders.ts'
import { LONGEST_SEARCH } from '#lib/owner/order-views.ts'
import { ok, type Result } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

/** Marks the chosen orders 已完成. */
export const completeChosenAction = staffListAction(ordersField, completeOrders)

const choice = singleLineText(20).default('')
const searchSchema = z.object({
  search: singleLineText(LONGEST_SEARCH),
  view: choice,
  sort: choice,
  from: choice,
  to: choice,
  delivery: choice,
})

/** Keeps what is searched for in the session. Answers the address of the list: no person stands in it. */
export const searchOrdersAction = staffListAction(
  searchSchema,
  async (request, { session }): Promise<Result<{ readonly path: string }, never>> =>
    ok({ path: await saveOrderSearch(session, request) }),
)

const sale = {
  key: z.uuid(),
  place: z.enum(SALE_PLACES),
  paidBy: z.enum(MANUAL_PAYMENTS),
  delivery: z.enum(['handed-over', 'home', 'store']),
  reason: singleLineText(300).default(''),
  oversellReason: singleLineText(200).optional(),
  displayedTotal: z.coerce.number().int().optional(),
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
  async ({ oversellReason, displayedTotal, soldAt, placeConfirmed, context, ...typed }) => {
    const { key, place, paidBy, delivery, reason, ...fields } = typed
    const recipient = recipientSchema.parse(fields)
    const sold = { key, place, paidBy, delivery, reason, oversellReason, displayedTotal, soldAt }
    // What was sold without a net was sold by the offers of then.
    const offers = await findOffers(soldAt ?? context.at)
    return createManualSale({ ...sold, placeConfirmed, offers, fields, recipient, context })
  },
)
