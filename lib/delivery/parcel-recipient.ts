import { typedName, typedPhone } from '#lib/text/plain-text.ts'
import { type Recipient, type RecipientProblems, storeFrom } from './recipient.ts'

/** The width of a text as the chains count it: a Chinese character is 2, an ASCII one 1. */
function width(text: string): number {
  return Array.from(text).reduce((sum, sign) => sum + (sign <= '\u007F' ? 1 : 2), 0)
}

const NAME_WIDTH = { least: 4, most: 10 } as const

/** Whether the chains print this name: 2 to 5 Chinese characters or 4 to 10 letters, and nothing else. */
export function isParcelName(name: string): boolean {
  const wide = width(name)
  return /^\p{L}+$/u.test(name) && wide >= NAME_WIDTH.least && wide <= NAME_WIDTH.most
}

type Named = Pick<Recipient, 'lastName' | 'firstName'>

const withoutBlanks = (text: string) => typedName(text).replaceAll(' ', '')

/**
 * The recipient's name as a chain prints it: without blanks and signs (夷將·拔路兒, O'Brien), as much of
 * it as fits. May still be too short; `isParcelName` says so.
 */
export function derivedParcelName({ lastName, firstName }: Named): string {
  const typed = withoutBlanks(lastName + firstName).normalize('NFC')
  const letters = Array.from(typed.replaceAll(/\P{L}/gu, ''))
  while (width(letters.join('')) > NAME_WIDTH.most) letters.pop()
  return letters.join('')
}

/** The name on the parcel: the one that was written for it, else what follows from the recipient's. */
export function parcelName(recipient: Named & Pick<Recipient, 'pickupName'>): string {
  return withoutBlanks(recipient.pickupName) || derivedParcelName(recipient)
}

/** Whether a chain prints another name than was typed, or none of it, so that its recipient sees and may change it. */
export function hasOwnParcelName(recipient: Named & Pick<Recipient, 'pickupName'>): boolean {
  const { lastName, firstName, pickupName } = recipient
  if (lastName.trim() === '' || firstName.trim() === '') return false
  const derived = derivedParcelName(recipient)
  const isWhole = derived === withoutBlanks(lastName + firstName) && isParcelName(derived)
  return pickupName !== '' || !isWhole
}

/** A mobile telephone as the chains take it, 09 and eight digits, or undefined for any other number. */
export function mobileNumber(phone: string): string | undefined {
  const digits = typedPhone(phone)
  return /^09\d{8}$/.test(digits) ? digits : undefined
}

/** Returns a home parcel's address and contact for 黑貓; undefined if it can't deliver there. */
export function homeDestination(recipient: Recipient) {
  const { zipcode, city, area, address, phone } = recipient
  const whole = (city + area + address).replaceAll(/\s/g, '')
  const isAddress = width(whole) >= 12 && whole.length <= 60 && /^\d{3,6}$/.test(zipcode)
  const number = mobileNumber(phone) ?? phone.replaceAll(/\D/g, '')
  if (!isAddress || !isParcelName(parcelName(recipient))) return undefined
  return { zipcode, address: whole, phone: number }
}

/** The problems of a recipient whose store is picked from a list: those `found` by the form, and the chain's own. */
export function storeProblems(recipient: Recipient, found: RecipientProblems): RecipientProblems {
  const isPicked = storeFrom(recipient.store).number !== '' && found.store === undefined
  const isUnfit = hasOwnParcelName(recipient) && !isParcelName(parcelName(recipient))
  return {
    ...(isUnfit ? { pickupName: 'unfit' } : {}),
    ...found,
    ...(isPicked ? {} : { store: 'unfit' }),
  }
}

const FORBIDDEN = /[\^'`!@#%&*+\\"<>|_[\]]/g
const MOST_BYTES = 50

const bytes = (text: string) => new TextEncoder().encode(text).length

/** A text as the chains take it for the goods: without their forbidden signs, at most 50 bytes of UTF-8. */
export function goodsName(text: string): string {
  const plain = text.replaceAll(FORBIDDEN, '').trim()
  const signs = Array.from(plain)
  while (bytes(signs.join('')) > MOST_BYTES) signs.pop()
  return signs.join('').trim() || '服飾'
}
