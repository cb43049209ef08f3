import type { z } from 'zod'

import { orderFieldsSchema } from './order.ts'

/** An order in a list; no recipient, no history. */
export const orderSummarySchema = orderFieldsSchema.pick({
  id: true,
  orderNumber: true,
  createdAt: true,
  status: true,
  totalAmount: true,
  items: true,
  payment: true,
  shipment: true,
})

export type OrderSummary = Readonly<z.infer<typeof orderSummarySchema>>
