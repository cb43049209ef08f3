import { z } from 'zod'

import { recipientSchema, shippingMethodSchema } from '#lib/delivery/recipient-schema.ts'
import { drawnHalfSchema } from '#lib/half/drawn-half-schema.ts'
import { INVOICE_FIELDS, type InvoiceSchedule, invoiceSchema } from '#lib/invoice/invoice-schema.ts'
import { RETURN_STATES, returnRequestSchema } from '#lib/order/return/return-record.ts'
import { PARCEL_FIELDS } from '#lib/parcel/order-parcel.ts'
import { paymentSchema } from '#lib/payment/payment.ts'
import { type Reduction, REDUCTION_KINDS } from '#lib/price/price.ts'
import { cancelRequestSchema, cancelRightSchema } from './cancel-right-schema.ts'
import type { History, OrderEvent } from './events.ts'
import { manualSaleSchema } from './manual-order.ts'
import { orderItemSchema } from './order-item.ts'
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'
import { reservedUntil, reservationSchema } from './reservation.ts'
import { shipmentSchema } from './shipment.ts'

/** Whether an unpaid order may be ended so that another can use its code. */
export function isUseOverdue(
  order: Pick<Order, 'status' | 'reservation' | 'discount'>,
  now: Date,
): boolean {
  const { status, discount } = order
  if (status !== '待付款' || discount?.until === undefined) return false
  const kept = reservedUntil(order)
  return Date.parse(discount.until) <= now.getTime() && (kept === undefined || kept <= now)
}

/** What took something off an order, as it is stored. */
const reductionSchema = z.object({
  kind: z.enum(REDUCTION_KINDS),
  name: z.string(),
  goods: z.int().min(0),
  delivery: z.int().min(0),
}) satisfies z.ZodType<Reduction>

/** The statuses an order may move to. 已取消 becomes 已付款 only when a review keeps late money. */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  待付款: ['已付款', '已取消'],
  已付款: ['已出貨'],
  已出貨: ['已完成'],
  已完成: [],
  已取消: ['已付款'],
}

/** The id of an order's document, as others may name it: what Firestore reserves, it would refuse only after long tries. */
export const ORDER_DOCUMENT = /^(?!__.*__$)[\w-]{1,64}$/

/** The sweep's next check of an order. `urgent` means that money may be on its way. */
export const sweepScheduleSchema = z.object({
  at: z.iso.datetime(),
  urgent: z.boolean(),
  /** Checks that found nothing new; the pause grows with them. */
  looks: z.int().min(0),
})

export type SweepSchedule = Readonly<z.infer<typeof sweepScheduleSchema>>

/** The document orders/{id} without its history; amounts in whole TWD, times ISO 8601 in UTC. */
export const orderFieldsSchema = z.object({
  id: z.string(),
  orderNumber: z.string(),
  uid: z.string(),
  email: z.string(),
  /** Whether nobody had proven the e-mail when the order was placed. */
  emailUnverified: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
  status: z.enum(ORDER_STATUSES),
  totalAmount: z.int().min(0),
  items: z.array(orderItemSchema),
  /** What took something off the total; the items have their parts of it. */
  reductions: z.array(reductionSchema).optional(),
  /** The code that the order used once, and the hash of who used it (lib/discount/discount.ts). */
  discount: z
    .object({
      code: z.string(),
      member: z.string(),
      /** Until when the unpaid order of an account that never paid keeps the use from others. */
      until: z.iso.datetime().optional(),
    })
    .optional(),
  /** Items taken out after the payment; the total keeps their price, and a refund gives it back. */
  removed: z.array(orderItemSchema).optional(),
  recipient: recipientSchema,
  shippingMethod: shippingMethodSchema,
  /** Missing on orders from before it was asked. */
  invoice: invoiceSchema.optional(),
  /** The recipient is not the buyer; the note is to the recipient. */
  gift: z.literal(true).optional(),
  timeCode: z.string(),
  payment: paymentSchema.optional(),
  paymentDetails: z.record(z.string(), z.unknown()).optional(),
  paidAt: z.iso.datetime().optional(),
  cancelledAt: z.iso.datetime().optional(),
  shipment: shipmentSchema.optional(),
  completedAt: z.iso.datetime().optional(),
  ...PARCEL_FIELDS,
  ...INVOICE_FIELDS,
  invoiceNumber: z.string().optional(),
  /** Rights to cancel the whole order until the facts of its garments are known. */
  cancelRights: z.array(cancelRightSchema).optional(),
  cancelRequest: cancelRequestSchema.optional(),
  /** The half that its buyer drew, for its slip. */
  half: drawnHalfSchema.optional(),
  /** Only on a manual order. */
  manualSale: manualSaleSchema.optional(),
  returns: z.array(returnRequestSchema).optional(),
  /** The newest return's state, for the database to search. */
  returnState: z.enum(RETURN_STATES).optional(),
  /** Units of each item back in stock, in the order of the items. */
  restocked: z.array(z.int().min(0)).optional(),
  /** Units of each item sent again in exchange, in the order of the items. */
  resent: z.array(z.int().min(0)).optional(),
  /** Only on an unpaid order. One without it, such as a pre-order without a limit, keeps its units until it ends. */
  reservation: reservationSchema.optional(),
  check: sweepScheduleSchema.optional(),
  /** Search fields (lib/order/order-view.ts); only the version is read back. */
  index: z.object({ version: z.int() }).optional(),
})

export type Order = Readonly<z.infer<typeof orderFieldsSchema>> & { readonly history: History }

/** A change of an order: its events, and when its issuer is asked again where a look brought none. */
export type OrderChange = {
  readonly events: readonly OrderEvent[]
  readonly schedule?: InvoiceSchedule
}

/** Whether an order's status may move so (the table above). */
export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}
