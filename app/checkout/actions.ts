'use server'

import { orderRequestSchema } from '#lib/order/order-request.ts'
import { placeOrder } from '#lib/order/place-order.ts'
import { findProducts } from '#lib/product/find-products.ts'

import { memberAction } from '../member-action.ts'

/** Places the order of a checkout: the same key of the same member is the same order. */
export const placeOrderAction = memberAction(orderRequestSchema, async (account, request) =>
  placeOrder(request, { account, products: await findProducts(), now: new Date() }),
)
