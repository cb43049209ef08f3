import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import type { Order } from '#lib/order/order.ts'

/** An order, and the action of its form. */
export type OrderTool = { readonly order: Order; readonly action: OwnerAction }
