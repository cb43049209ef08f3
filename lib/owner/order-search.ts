import type { Order } from '../order/order.ts'

const TAIWAN = /^(?:\+|00)?886\(?0?\)?/

// A telephone number as digits that begin with 0, however it is written.
function phoneDigits(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/[^\d+()]/g, '')
  return plain.replace(TAIWAN, '0').replaceAll(/\D/g, '')
}

/** A text as a search compares it: wide forms narrow, small letters, 臺 as 台, and nothing that only divides, such as blanks and hyphens. */
export function searchKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('臺', '台')
    .replaceAll(/[\s\p{Pd}\p{Po}()]/gu, '')
}

function namesOf({ recipient: { firstName, lastName } }: Order): string[] {
  return [`${lastName}${firstName}`, `${firstName}${lastName}`]
}

function paymentIds({ payment }: Order): string[] {
  if (!payment) return []
  const refunds = payment.refunds.map(({ id }) => id)
  return [...payment.references, ...refunds, payment.captureId ?? '']
}

// Everything by which an order may be looked for.
function textsOf(order: Order): string[] {
  const { recipient, shipment } = order
  const { zipcode, city, area, address } = recipient
  return [
    order.orderId,
    order.email,
    recipient.email,
    ...namesOf(order),
    `${zipcode}${city}${area}${address}`,
    recipient.store,
    shipment?.trackingNumber ?? '',
    ...paymentIds(order),
    ...order.items.flatMap(({ id, title, color, size }) => [id, `${title}${color ?? ''}${size}`]),
  ]
}

const PHONE = /^[+()\d\s\p{Pd}.]{6,}$/u

/**
 * A test of orders for a text that stands in their number, names, addresses, store, parcel, items,
 * or the ids of their payment at the provider; a telephone number is found in any writing. Nothing
 * to look for finds nothing.
 */
export function orderSearch(text: string): (order: Order) => boolean {
  const wanted = searchKey(text)
  if (wanted === '') return () => false
  const digits = PHONE.test(text.normalize('NFKC')) ? phoneDigits(text) : ''
  return (order) =>
    textsOf(order).some((one) => searchKey(one).includes(wanted)) ||
    (digits !== '' && phoneDigits(order.recipient.phone).includes(digits))
}

/** Whether a text may be an id of the payment provider's, which is looked up however old its order is. */
export function isProviderId(text: string): boolean {
  return /^[A-Z0-9]{12,24}$/i.test(text.trim()) && /\d/.test(text)
}
