import { z } from 'zod'

import { recipientSchema, shippingMethodSchema } from '#lib/delivery/recipient-schema.ts'
import { drawnHalfSchema } from '#lib/half/drawn-half-schema.ts'
import { cancelRightSchema } from '#lib/order/cancel-right-schema.ts'
import { CANCEL_CAUSES, EXPIRY_CAUSES } from '#lib/order/end-causes.ts'
import { orderItemSchema } from '#lib/order/order-item.ts'
import { FIRST_TIME_GROUPS } from '#lib/order/reservation-limits.ts'
import { reservationSchema } from '#lib/order/reservation.ts'

const recipientFields = z.partialRecord(recipientSchema.keyof(), z.string())

/** Events of an order itself: its status, its reservation, its recipient, and the right to cancel it. */
export const ORDER_EVENT_DATA = {
  'order.placed': {
    items: z.array(orderItemSchema).optional(),
    recipient: recipientSchema.optional(),
    reservation: reservationSchema.optional(),
    cancelRights: z.array(cancelRightSchema).optional(),
  },
  'order.paid': { details: z.record(z.string(), z.unknown()).optional() },
  'order.cancelled': { cause: z.enum(CANCEL_CAUSES) },
  'order.completed': {},
  'reservation.expired': { cause: z.enum(EXPIRY_CAUSES) },
  'reservation.renewed': { products: z.array(z.string()).optional() },
  /**
   * While its buyer is at a page that takes the money, or until the deadline of a number; with `newcomer` the units count
   * in the share of first-time buyers.
   */
  'reservation.extended': {
    until: z.iso.datetime(),
    products: z.array(z.string()),
    firstTimeGroup: z.enum(FIRST_TIME_GROUPS).optional(),
  },
  'recipient.edited': { before: recipientFields, after: recipientFields.optional() },
  /** Another way of delivery; its fee is what the order was placed with. */
  'delivery.changed': {
    from: shippingMethodSchema,
    to: shippingMethodSchema,
    recipient: recipientSchema,
    /** Where it went before, as text. */
    before: z.string(),
  },
  'note.added': {},
  /** The half that the buyer puts on the order; absent where it is taken off. */
  'half.chosen': { half: drawnHalfSchema.optional() },
  'facts.published': { product: z.string(), on: z.iso.date(), until: z.iso.date() },
  'facts-day.changed': {
    product: z.string(),
    by: z.iso.date(),
    until: z.iso.date(),
    before: z.iso.date(),
  },
  'cancellation.requested': {},
  'cancellation.withdrawn': {},
  'person.erased': { extent: z.enum(['kept', 'erased']) },
  /** One that this version does not know, as it is stored. */
  other: { stored: z.looseObject({ type: z.string() }) },
}
