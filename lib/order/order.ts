import { z } from 'zod'

import { recipientSchema, shippingMethodSchema } from '../delivery/recipient-schema.ts'
import { INVOICE_FIELDS, type InvoiceChange } from './invoice/invoicing.ts'
import { PARCEL_FIELDS, type ParcelChange } from './parcel/order-parcel.ts'
import { paymentSchema } from './payment/payment.ts'
import { manualSaleSchema } from './manual-sale.ts'
import { holdSchema } from './hold.ts'
import type { OrderEvent } from './events.ts'
import { invoiceSchema } from './invoice-schema.ts'
import { orderItemSchema } from './order-item.ts'
import { RETURN_STATES, returnRequestSchema, shipmentSchema } from './return-request.ts'
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'
import { cancelRequestSchema, cancelRightSchema } from './cancel-right-schema.ts'
import { historySchema } from './stored-history.ts'

/** The statuses an order may move to. 已取消 becomes 已付款 only when a review keeps late money. */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  待付款: ['已付款', '已取消'],
  已付款: ['已出貨'],
  已出貨: ['已完成'],
  已完成: [],
  已取消: ['已付款'],
}

/** Hours until an unpaid order is cancelled (rule 34). */
export const UNPAID_HOURS = 72

/** The same in milliseconds. */
export const UNPAID_FOR = UNPAID_HOURS * 60 * 60 * 1000

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

/** The document orders/{id}; amounts in whole TWD, times ISO 8601 in UTC. */
export const orderSchema = z.object({
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
  /** Items taken out after the payment; the total keeps their price, and a refund gives it back. */
  removed: z.array(orderItemSchema).optional(),
  recipient: recipientSchema,
  shippingMethod: shippingMethodSchema,
  /** Missing on orders from before it was asked. */
  invoice: invoiceSchema.optional(),
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
  /** Only on a manual order. */
  manualSale: manualSaleSchema.optional(),
  returns: z.array(returnRequestSchema).optional(),
  /** The newest return's state, for the database to search. */
  returnState: z.enum(RETURN_STATES).optional(),
  /** Pieces of each item back in stock, in the order of the items. */
  restocked: z.array(z.int().min(0)).optional(),
  /** Pieces of each item sent again in exchange, in the order of the items. */
  resent: z.array(z.int().min(0)).optional(),
  /** Only on an unpaid order. One without it, such as a pre-order without a limit, keeps its pieces until it ends. */
  hold: holdSchema.optional(),
  check: sweepScheduleSchema.optional(),
  /** Search fields (lib/order/order-index.ts); only the version is read back. */
  index: z.object({ version: z.int() }).optional(),
  history: historySchema,
})
export type Order = Readonly<z.infer<typeof orderSchema>>

/** A change of an order: its events, and what the work of a carrier or an issuer writes beside them. */
export type OrderChange = { readonly events: readonly OrderEvent[] } & ParcelChange & InvoiceChange

/** Whether an order's status may move so (the table above). */
export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}

/** Delivery fee of an order in whole TWD: the total without its lines. */
export function orderShipping({
  items,
  removed = [],
  totalAmount,
}: Pick<Order, 'items' | 'removed' | 'totalAmount'>): number {
  const sold = [...items, ...removed]
  return sold.reduce((rest, item) => rest - item.price * item.quantity, totalAmount)
}

/** Returns the price of items taken out after the payment, in whole TWD. */
export function removedAmount({ removed = [] }: Pick<Order, 'removed'>): number {
  return removed.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}
