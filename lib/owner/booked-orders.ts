import 'server-only'

import { ordersNumbered, ordersWithCaptures } from '../adapters/firestore/owner-orders.ts'
import type { Order } from '../order/order.ts'
import type { PaypalTransaction } from './reconciliation.ts'

const unique = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))]

/** The orders that these bookings name, by their captures and then their numbers. Throws DatabaseUnavailable. */
export async function ordersBooked(
  booked: readonly PaypalTransaction[],
): Promise<readonly Order[]> {
  const [byCapture, byNumber] = await Promise.all([
    ordersWithCaptures(unique(booked.map(({ captureId }) => captureId))),
    ordersNumbered(unique(booked.map(({ invoiceId }) => invoiceId))),
  ])
  return [...new Map([...byCapture, ...byNumber].map((one) => [one.id, one])).values()]
}
