import { fullName } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { toSingleLine } from '#lib/text/plain-text.ts'
import { itemsText } from './items-text.ts'
import { time } from './order-text.ts'
import { finerText, statusText } from './status-text.ts'

/** One order in one line. */
export function orderLine(order: Order): string {
  const { orderNumber, totalAmount, recipient } = order
  const finer = finerText(order)
  const payment = finer === '' ? '' : `・${finer}`
  const name = fullName(recipient)
  return toSingleLine(
    `${orderNumber}  ${time(order.createdAt)}  ${statusText(order)}${payment}  ${formatPrice(totalAmount)}  ${name}  ${itemsText(order)}`,
  )
}
