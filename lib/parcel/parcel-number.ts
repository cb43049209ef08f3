/**
 * The number of an order's parcel at the carrier: unique for ever, letters and digits, at most 20.
 * `attempt` counts the parcels that were booked for the order, from 1.
 */
export function parcelNumber(orderNumber: string, attempt: number): string {
  const digits = orderNumber.replaceAll(/\D/g, '')
  return `OT${digits}L${String(attempt).padStart(2, '0')}`.slice(-20)
}
