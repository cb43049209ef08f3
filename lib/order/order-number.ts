import { taipeiHour } from '../site/taipei-time.ts'

/** The hour in which an order is counted, YYYYMMDDHH in Asia/Taipei (specification 3). */
export function timeCode(placedAt: Date): string {
  return taipeiHour(placedAt)
}

/** The order number that people see: 'Order' + timeCode + '-' + the sequence, four digits or more (specification 3). */
export function orderNumber(code: string, sequence: number): string {
  return `Order${code}-${String(sequence).padStart(4, '0')}`
}
