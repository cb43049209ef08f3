import 'server-only'

import { ordersWithInvoiceAlarm } from '../adapters/firestore/invoice-orders.ts'
import { readNumberState } from '../adapters/firestore/invoice-numbers.ts'
import type { InvoiceAlarm } from '../order/invoice/invoicing.ts'
import { retryChange } from '../order/invoice/issuing.ts'
import type { NumberState } from '../order/invoice/invoice-words.ts'
import type { Order } from '../order/order.ts'
import { ok, type Result } from '../result.ts'
import { hasIssuer } from '../settings/ecpay-products.ts'
import { execute } from '../order/execute.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

/** Invoice work for the owner: orders and number state. */
export type InvoiceDay = {
  readonly alarms: readonly { readonly order: Order; readonly alarm: InvoiceAlarm }[]
  readonly numbers: NumberState | undefined
}

/** Returns the owner's invoice work, or undefined without an issuer. Throws DatabaseUnavailable. */
export async function readInvoiceDay(): Promise<InvoiceDay | undefined> {
  if (!hasIssuer()) return undefined
  const [{ orders }, numbers] = await Promise.all([ordersWithInvoiceAlarm(), readNumberState()])
  const alarms = orders.flatMap((order) =>
    order.invoiceAlarm ? [{ order, alarm: order.invoiceAlarm }] : [],
  )
  return { alarms, numbers }
}

/** Lets an order's invoice, or its paper, be tried again at once. Throws DatabaseUnavailable. */
export function retryInvoice({
  orderId,
  context,
}: {
  readonly orderId: string
  readonly context: OwnerContext
}): Promise<Result<Order, 'unknown-order'>> {
  return execute(orderId, (order) => ok(retryChange(order, changeContext(context))))
}
