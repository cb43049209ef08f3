import { mistypedMailDomain } from '#lib/text/mail-domain.ts'
import { typedDigits, typedEmail, typedName, typedPhone, typedPlace } from '#lib/text/plain-text.ts'
import { parcelName, derivedParcelName } from './parcel-recipient.ts'
import {
  type Recipient,
  type RecipientField,
  type ShippingMethod,
  type RecipientProblems,
  recipientProblems,
} from './recipient.ts'

const OF_HOME = { zipcode: '', city: '', area: '', address: '' } as const

/** Every field of a recipient as it is meant: plain widths, no separators, 臺 for 台. */
export function plainRecipient(typed: Recipient): Recipient {
  return {
    ...typed,
    lastName: typedName(typed.lastName),
    firstName: typedName(typed.firstName),
    phone: typedPhone(typed.phone),
    email: typedEmail(typed.email),
    zipcode: typedDigits(typed.zipcode),
    city: typedPlace(typed.city),
    area: typedPlace(typed.area),
    pickupName: typedName(typed.pickupName).replaceAll(' ', ''),
  }
}

/** The same for one way of delivery, without the fields of the other. */
export function typedRecipient(typed: Recipient, method: ShippingMethod): Recipient {
  const recipient = plainRecipient(typed)
  if (method === 'home') return { ...recipient, store: '', pickupName: '' }
  // A name that follows from the recipient's goes on following it.
  const isDerived = parcelName(recipient) === derivedParcelName(recipient)
  return { ...recipient, ...OF_HOME, ...(isDerived ? { pickupName: '' } : {}) }
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

/** Problems of a manual order's recipient: as a buyer's, but who ordered by telephone may have no e-mail. */
export function manualRecipientProblems(
  recipient: Recipient,
  method: ShippingMethod,
): RecipientProblems {
  const { email, ...problems } = recipientProblems(recipient, method)
  return email === undefined || email === 'missing' ? problems : { ...problems, email }
}
