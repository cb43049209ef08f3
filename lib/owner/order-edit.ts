import 'server-only'

import type { OwnerContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import type { Result } from '#lib/result.ts'

export type OrderEdit = { readonly orderId: string; readonly context: OwnerContext }

export type OrderEditResult<Code extends string> = Promise<Result<Order, Code | 'unknown-order'>>
