import { type Delivery, deliveryOf, storeFrom } from '#lib/delivery/recipient.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'

const TAIWAN = /^(?:\+|00)?886\(?0?\)?/

/** A telephone number as digits that begin with 0, however it is written. */
export function phoneDigits(text: string): string {
  const plain = pastedText(text).replaceAll(/[^\d+()]/g, '')
  return plain.replace(TAIWAN, '0').replaceAll(/\D/g, '')
}

/** A text as a search compares it: narrow, lower case, 臺 as 台, without blanks and punctuation. */
export function searchKey(text: string): string {
  return pastedText(text)
    .toLowerCase()
    .replaceAll('臺', '台')
    .replaceAll(/[\s\p{Pd}\p{Po}()+]/gu, '')
}

const PHONE = /^[+()\d\s\p{Pd}.]{4,}$/u

const PHONE_ENDS = [6, 4] as const

// Letters of a store's name that follow each other; one alone is no key.
function storeKeys(store: string): string[] {
  const { number, name } = storeFrom(store)
  const letters = Array.from(searchKey(name).replace(/門市$|店$/u, ''))
  const parts = letters.flatMap((_, from) =>
    letters.map((_letter, to) => letters.slice(from, to + 1).join('')),
  )
  return [searchKey(store), number, searchKey(name), ...parts]
}

// The goods: by their number, title and each two letters of it, alone and with the size.
function goodsKeys(items: readonly OrderItem[]): string[] {
  return items.flatMap(({ id, title, size }) => {
    const names = [id, title, ...hanPieces(title)].map(searchKey)
    return [...names, ...names.map((name) => name + searchKey(size))]
  })
}

/** The search key of a delivery; nothing that is typed is the same. */
export const deliveryKey = (delivery: Delivery) => `delivery:${delivery}`

function emailKeys(email: string): string[] {
  return [searchKey(email), searchKey(email.split('@')[0] ?? '')]
}

const UNIT = /^\p{Script=Han}{2}$/u

function hanPieces(text: string): string[] {
  const letters = Array.from(text)
  const units = letters.map((letter, index) => `${letter}${letters[index + 1] ?? ''}`)
  return units.filter((unit) => UNIT.test(unit))
}

// A name of Chinese characters in pieces of two, any other name as text.
function nameKeys({ recipient: { firstName, lastName } }: Order): string[] {
  const whole = [`${lastName}${firstName}`, `${firstName}${lastName}`].map(searchKey)
  const words = `${lastName} ${firstName}`.split(/\s+/u).map(searchKey)
  return [...whole, ...whole.flatMap(hanPieces), ...words]
}

function invoiceKeys({ invoice, invoiceNumber = '', invoicing }: Order): string[] {
  const { kind: _kind, ...wish } = invoice ?? { kind: 'email' }
  const typed = Object.values(wish).filter((value) => typeof value === 'string')
  const former = invoicing?.former?.map(({ number }) => number) ?? []
  return [invoiceNumber, ...former, ...typed].map(searchKey)
}

function providerKeys({ payment }: Order): string[] {
  if (!payment) return []
  const refunds = payment.refunds.map(({ id }) => id)
  return [...payment.references, ...refunds, payment.captureId ?? ''].map(searchKey)
}

/**
 * Returns the owner's search keys, with the end of its number, a telephone's last six and four
 * digits, and units of names.
 */
export function searchKeys(order: Order): string[] {
  const { recipient, shipment, returns = [] } = order
  const parcels = [shipment, ...returns.map(({ parcel }) => parcel)]
  const number = searchKey(order.orderNumber)
  const phone = phoneDigits(recipient.phone)
  const keys = [
    number,
    number.replace(/^order/, ''),
    // The end of the number, as one reads it off a slip.
    searchKey(order.orderNumber.split('-').at(-1) ?? ''),
    ...emailKeys(order.email),
    ...emailKeys(recipient.email),
    phone,
    ...PHONE_ENDS.map((length) => phone.slice(-length)),
    ...nameKeys(order),
    ...storeKeys(recipient.store),
    ...goodsKeys(order.items),
    deliveryKey(deliveryOf(order)),
    ...parcels.map((parcel) => searchKey(parcel?.trackingNumber ?? '')),
    ...invoiceKeys(order),
    ...providerKeys(order),
  ]
  return [...new Set(keys)].filter((key) => key.length > 1)
}

/** The keys that a search text may mean, the likeliest first; one query of the database finds each. */
export function searchedKeys(text: string): string[] {
  const whole = searchKey(text)
  const phone = PHONE.test(pastedText(text)) ? phoneDigits(text) : ''
  return [...new Set([whole, phone])].filter((key) => key.length > 1)
}
