import type { Order } from '#lib/order/order.ts'
import type { OwnerAction } from '#components/owner/form/owner-action.ts'

/** An order, and the action of its form. */
export type OrderTool = { readonly order: Order; readonly action: OwnerAction }
