import { pastedText } from '#lib/text/plain-text.ts'
import { taipeiHour } from '#lib/time/taipei-time.ts'

/** The hour in which an order is counted, YYYYMMDDHH in Asia/Taipei. */
export function timeCode(placedAt: Date): string {
  return taipeiHour(placedAt)
}

/** The order number that people see: 'Order' + timeCode + '-' + the sequence, four digits or more. */
export function orderNumber(code: string, sequence: number): string {
  return `Order${code}-${String(sequence).padStart(4, '0')}`
}

/** The hour and the sequence of an order number. */
export function numberParts(number: string): { readonly code: string; readonly sequence: number } {
  const [code = '', sequence = ''] = number.replace(/^Order/, '').split('-')
  return { code, sequence: Number(sequence) }
}

/** Returns the order number prefix in a search: a whole number or hour, with or without 'Order'. */
export function searchedNumber(search: string): string | undefined {
  const [, code] = /^(?:order)?(\d{10}(?:-\d*)?)$/i.exec(pastedText(search).trim()) ?? []
  return code === undefined ? undefined : `Order${code}`
}

/** The order number in a text: any case, with or without 'Order', wide characters too, or undefined when it is none. */
export function readOrderNumber(text: string): string | undefined {
  const [, code] = /^(?:order)?(\d{10}-\d{4,})$/i.exec(pastedText(text).trim()) ?? []
  return code === undefined ? undefined : `Order${code}`
}
