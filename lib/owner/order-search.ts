import type { Order } from '../order/order.ts'

const TAIWAN = /^(?:\+|00)?886\(?0?\)?/

// A telephone number as digits that begin with 0, however it is written.
function phoneDigits(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/[^\d+()]/g, '')
  return plain.replace(TAIWAN, '0').replaceAll(/\D/g, '')
}

/** A text as a search compares it: narrow, lower case, 臺 as 台, without blanks, hyphens and the like. */
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
 * Returns a test that finds a text in an order's number, names, addresses, store, parcel, items or
 * payment ids; a telephone number is found however it is written. An empty text finds nothing.
 */
export function orderSearch(text: string): (order: Order) => boolean {
  const wanted = searchKey(text)
  if (wanted === '') return () => false
  const digits = PHONE.test(text.normalize('NFKC')) ? phoneDigits(text) : ''
  return (order) =>
    textsOf(order).some((one) => searchKey(one).includes(wanted)) ||
    (digits !== '' && phoneDigits(order.recipient.phone).includes(digits))
}

/** Whether a text may be an id of the payment provider's; those are found in orders of any age. */
export function isProviderId(text: string): boolean {
  return /^[A-Z0-9]{12,24}$/i.test(text.trim()) && /\d/.test(text)
}
