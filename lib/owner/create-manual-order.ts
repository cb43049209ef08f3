import 'server-only'

import { createHash } from 'node:crypto'

import { storeManualOrder } from '../adapters/firestore/store-manual-order.ts'
import type { Recipient, ShippingMethod } from '../delivery/recipient.ts'
import { typedRecipient } from '../delivery/typed-recipient.ts'
import { cancelRightsOf, type ManualPayment, type SalePlace, type Order } from '../order/order.ts'
import { log } from '../log/log.ts'
import { execute } from '../order/execute.ts'
import { timeCode } from '../order/order-number.ts'
import {
  decideManualRefund,
  type ManualRefund,
  type ManualRefundRefusal,
  decideManualOrder,
  type ManualOrderRefusal,
} from '../order/manual-order.ts'
import { checkLines } from '../price/check-price.ts'
import { findProducts } from '../product/find-products.ts'
import { fail, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import { linesIn } from './manual-order-fields.ts'

/** An order as the owner types it. */
export type TypedOrder = {
  readonly key: string
  readonly place: SalePlace
  readonly paidBy: ManualPayment
  readonly delivery: ShippingMethod | 'handed-over'
  readonly recipient: Recipient
  readonly reason: string
  readonly belowZero?: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** Creates a manual order, once per key. Throws DatabaseUnavailable. */
export async function createManualOrder({
  key,
  place,
  paidBy,
  delivery,
  reason,
  belowZero,
  fields,
  context,
  ...typed
}: TypedOrder & { readonly context: OwnerContext }): Promise<
  Result<Order, ManualOrderRefusal | 'unknown-product'>
> {
  const products = await findProducts(context.at)
  const { items, refused } = checkLines(linesIn(fields, products), { products, now: context.at })
  if (refused.length > 0) {
    return { ...fail('unknown-product'), detail: refused.map(({ title }) => title).join('、') }
  }
  const isHandedOver = delivery === 'handed-over'
  const shippingMethod = isHandedOver ? 'home' : delivery
  const id = createHash('sha256').update(`manual-order:${key}`).digest('base64url').slice(0, 24)
  const order = {
    id,
    place,
    paidBy,
    items,
    isHandedOver,
    shippingMethod,
    recipient: typedRecipient(typed.recipient, shippingMethod),
    timeCode: timeCode(context.at),
  }
  const cancelRights = [...cancelRightsOf(items, products)]
  const ids = [...new Set(items.map((item) => item.id))]
  const answer = await storeManualOrder(
    { id, timeCode: order.timeCode, products: ids },
    ({ count, taken }) =>
      decideManualOrder(
        cancelRights.length === 0 ? order : { ...order, cancelRights },
        { count, stock: { taken, offers: products, belowZero } },
        changeContext(context, reason),
      ),
  )
  if (answer.ok) log('manual-order-created', { order: answer.data.orderNumber })
  return answer
}

/** Records money that the owner gave back for a manual order, once per press. Throws DatabaseUnavailable. */
export function recordManualRefund({
  orderId,
  reason,
  context,
  ...refund
}: ManualRefund & {
  readonly orderId: string
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, ManualRefundRefusal | 'unknown-order'>> {
  return execute(orderId, (order) =>
    decideManualRefund(order, refund, changeContext(context, reason)),
  )
}
