import { randomBytes, randomInt } from 'node:crypto'

const capitalsAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
// PayPal's payer ids leave out the characters that people confuse.
const unmistakable = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function draw(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** Id of an order, capture or refund: 17 capitals and digits. */
export function newTransactionId(): string {
  return draw(17, capitalsAndDigits)
}

/** Id of a payer: 13 characters. */
export function newPayerId(): string {
  return draw(13, unmistakable)
}

/** Id of a webhook event. */
export function newEventId(): string {
  return `WH-${draw(17, capitalsAndDigits)}-${draw(17, capitalsAndDigits)}`
}

/** What PayPal's support asks for: 13 hexadecimal digits, new for every answer. */
export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}
