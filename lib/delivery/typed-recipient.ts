import { mistypedMailDomain } from '../text/mail-domain.ts'
import type { Recipient, RecipientField, ShippingMethod } from './recipient.ts'

// Full-width letters, digits and signs become plain ones, and a full stop of Chinese a dot.
function plainWidth(text: string): string {
  return text.normalize('NFKC').replaceAll('。', '.')
}

const SEPARATORS = /[\s.()\p{Dash_Punctuation}\u30fc]/gu

function plainPhone(text: string): string {
  const digits = plainWidth(text).replaceAll(SEPARATORS, '')
  return digits.replace(/^(?:\+|00)8860?/, '0')
}

function plainPlace(text: string): string {
  return plainWidth(text).replaceAll(/\s/g, '').replaceAll('台', '臺')
}

const OF_HOME = { zipcode: '', city: '', area: '', address: '' } as const

/**
 * Normalizes typed text: half-width characters, no separators, 臺 to 台. Drops fields of the other
 * method (rule 36).
 */
export function typedRecipient(typed: Recipient, method: ShippingMethod): Recipient {
  const recipient = {
    ...typed,
    phone: plainPhone(typed.phone),
    email: plainWidth(typed.email).replaceAll(/\s/g, ''),
    zipcode: plainWidth(typed.zipcode).replaceAll(SEPARATORS, ''),
    city: plainPlace(typed.city),
    area: plainPlace(typed.area),
  }
  return method === 'home' ? { ...recipient, store: '' } : { ...recipient, ...OF_HOME }
}

const hasLetter = (text: string) => /\p{L}/u.test(text)

/** A likely typing error, asked about once; `meant` is a suggestion. */
export type RecipientDoubt = { readonly name: RecipientField; readonly meant?: string }

/** Likely slips of a complete recipient: a name without letters, a mail domain, an address of one or two characters. */
export function recipientDoubts(
  { lastName, firstName, email, address }: Recipient,
  method: ShippingMethod,
): readonly RecipientDoubt[] {
  const meant = mistypedMailDomain(email)
  const isShort = method === 'home' && (address.trim().length < 4 || !hasLetter(address))
  return [
    ...(hasLetter(lastName) ? [] : [{ name: 'lastName' } as const]),
    ...(hasLetter(firstName) ? [] : [{ name: 'firstName' } as const]),
    ...(meant === undefined ? [] : [{ name: 'email', meant } as const]),
    ...(isShort ? [{ name: 'address' } as const] : []),
  ]
}
