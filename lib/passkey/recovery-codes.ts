import 'server-only'

import { createHash, randomInt } from 'node:crypto'

// Neither vowels nor look-alikes: nothing to read wrong on paper.
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

/** What is kept of a recovery code, however it was typed. */
export function recoveryHash(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}
