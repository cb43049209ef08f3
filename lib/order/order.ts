import { z } from 'zod'

import { recipientSchema, shippingMethodSchema } from '../delivery/recipient.ts'
import { paymentSchema } from '../payment/payment.ts'
import { SIZES } from '../product/sizes.ts'

/** The four texts that an order's status can be (specification 4). */
export const ORDER_STATUSES = ['待付款', '已付款', '已出貨', '已完成'] as const

/** One of the four statuses. */
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The statuses an order may move to; nothing moves back. */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  待付款: ['已付款'],
  已付款: ['已出貨'],
  已出貨: ['已完成'],
  已完成: [],
}

/** The id of an order's document, as others may name it: what Firestore reserves, it would refuse only after long tries. */
export const ORDER_DOCUMENT = /^(?!__.*__$)[\w-]{1,64}$/

/** A line of an order, as the shop priced it; whole TWD. */
export const orderItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  size: z.enum(SIZES),
  color: z.string().optional(),
  quantity: z.int().min(1),
  price: z.int().min(0),
  image: z.string(),
})
export type OrderItem = Readonly<z.infer<typeof orderItemSchema>>

/** Who carries a parcel, the number by which the carrier finds it, and when it left; ISO 8601 in UTC. */
export const shipmentSchema = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  shippedAt: z.iso.datetime(),
})
export type Shipment = Readonly<z.infer<typeof shipmentSchema>>

/** One thing that happened to an order: when, what, through whom and why; `who` is the person behind the owner's tools. */
export const orderEventSchema = z.object({
  at: z.iso.datetime(),
  what: z.string(),
  by: z.enum(['member', 'paypal', 'sweep', 'owner']),
  who: z.string().optional(),
  reason: z.string().optional(),
})
export type OrderEvent = Readonly<z.infer<typeof orderEventSchema>>

/** What is written down from now on says why it happened. */
export type ReasonedEvent = OrderEvent & { readonly reason: string }

/** The document orders/{id} (specification 3, Order); amounts in whole TWD, times ISO 8601 in UTC. */
export const orderSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  uid: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(ORDER_STATUSES),
  totalAmount: z.int().min(0),
  items: z.array(orderItemSchema),
  recipient: recipientSchema,
  shippingMethod: shippingMethodSchema,
  timeCode: z.string(),
  payment: paymentSchema.optional(),
  paymentDetails: z.record(z.string(), z.unknown()).optional(),
  paidAt: z.iso.datetime().optional(),
  shipment: shipmentSchema.optional(),
  history: z.array(orderEventSchema).default([]),
})
export type Order = Readonly<z.infer<typeof orderSchema>>

/** What a change writes onto an order; its event is added to the history. */
export type OrderChange = {
  readonly status?: OrderStatus
  readonly payment?: Order['payment']
  readonly paymentDetails?: Record<string, unknown>
  readonly paidAt?: string
  readonly shipment?: Shipment
  readonly event: ReasonedEvent
}

/** Whether an order's status may move so (the table above). */
export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}

/** What delivery costs on an order, in whole TWD: what the total has above its lines. */
export function orderShipping(order: Pick<Order, 'items' | 'totalAmount'>): number {
  return order.items.reduce((rest, item) => rest - item.price * item.quantity, order.totalAmount)
}
