import type { Order } from '#lib/order/order.ts'
import { NEVER, promisedDay } from '#lib/order/shipping-date.ts'
import { hasPassed } from '#lib/product/availability.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { orderedRows, proofText } from './shipping-proof.ts'

const TERMS = '這是預購商品，商品頁、購物車、結帳頁與付款確認信都載明預計出貨日。'

/** What answers a dispute about a pre-order that is not sent yet, in one text to copy, or an empty value if the order has no such day. */
export function preorderProof(order: Order, now = new Date()): string {
  const day = promisedDay(order)
  if (order.shipment || day === undefined || day === NEVER) return ''
  const waits = hasPassed(day, now) ? '' : '現在還沒到出貨日，商品製作中，尚未寄出。'
  return proofText([
    ...orderedRows(order),
    ['預計出貨日', `${formatDay(day)}前後`],
    ['說明', TERMS + waits],
  ])
}
