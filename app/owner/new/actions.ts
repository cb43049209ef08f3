'use server'

import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import { MANUAL_PAYMENTS, SALE_PLACES } from '#lib/order/order.ts'
import { createManualOrder } from '#lib/owner/edit-order.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const orderSchema = z
  .object({
    key: z.uuid(),
    place: z.enum(SALE_PLACES),
    paidBy: z.enum(MANUAL_PAYMENTS),
    delivery: z.enum(['handed-over', 'home', 'store']),
    reason: singleLineText(300).default(''),
    belowZero: singleLineText(200).optional(),
    ...recipientSchema.shape,
  })
  .catchall(singleLineText(10))

/** Writes down an order that was taken elsewhere and is paid. */
export const createManualOrderAction = ownerAction(
  orderSchema,
  ({ key, place, paidBy, delivery, reason, belowZero, context, ...fields }) => {
    const recipient = recipientSchema.parse(fields)
    const sale = { key, place, paidBy, delivery, reason, belowZero }
    return createManualOrder({ ...sale, fields, recipient, context })
  },
)
