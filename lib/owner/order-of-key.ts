import 'server-only'

import { orderNumber } from '#lib/order/order-number.ts'

/** The shop's key of an invoice: OT, the hour and number of the order, and which of its invoices it is. */
const KEY = /^OT(\d{10})(\d{4,})(?:R\d+)?$/

export function orderOfKey(key: string): string | undefined {
  const [, code, sequence] = KEY.exec(key) ?? []
  return code === undefined || sequence === undefined
    ? undefined
    : orderNumber(code, Number(sequence))
}
