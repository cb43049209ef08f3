/**
 * Returns a parcel's unique alphanumeric number of at most 20. `attempt` counts an order's parcels
 * from 1.
 */
export function parcelNumber(orderNumber: string, attempt: number): string {
  const digits = orderNumber.replaceAll(/\D/g, '')
  return `OT${digits}L${String(attempt).padStart(2, '0')}`.slice(-20)
}
