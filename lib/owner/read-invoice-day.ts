import 'server-only'

import type { InvoiceAlarm } from '#lib/invoice/invoice-schema.ts'
import { ordersWithInvoiceAlarm, readNumberState } from '#lib/invoice/invoice-store.ts'
import { countedNumbers, type NumbersLeft } from '#lib/invoice/number-range.ts'
import type { Order } from '#lib/order/order.ts'
import { hasIssuer } from '#lib/settings/env.ts'

/** Invoice work for the owner: orders and number state. */
export type InvoiceDay = {
  readonly alarms: readonly { readonly order: Order; readonly alarm: InvoiceAlarm }[]
  readonly numbers: NumbersLeft | undefined
}

/** Returns the owner's invoice work, or undefined without an issuer. Throws DatabaseUnavailable. */
export async function readInvoiceDay(): Promise<InvoiceDay | undefined> {
  if (!hasIssuer()) return undefined
  const [{ orders }, numbers] = await Promise.all([ordersWithInvoiceAlarm(), readNumberState()])
  const alarms = orders.flatMap((order) =>
    order.invoiceAlarm ? [{ order, alarm: order.invoiceAlarm }] : [],
  )
  return { alarms, numbers: numbers && countedNumbers(numbers) }
}
