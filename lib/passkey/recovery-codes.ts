import 'server-only'

import { createHash, randomInt } from 'node:crypto'

// No vowels or look-alikes, to avoid misreading.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'
const LENGTH = 16
const GROUP = 4
const COUNT = 10

const letter = () => LETTERS.charAt(randomInt(LETTERS.length))

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, letter).join('')
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters
}

/** Ten new recovery codes of 76 bits each, for the owner's paper. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, newCode)
}

/** Returns the hash of a recovery code, after normalizing it. */
export function recoveryHash(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}
