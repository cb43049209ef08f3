import { randomInt } from 'node:crypto'

// Neither vowels nor look-alikes: nothing to spell wrong on the telephone, and no words.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'
const LENGTH = 8

function newLetter(): string {
  return LETTERS.charAt(randomInt(LETTERS.length))
}

/** A code by which a shopper's error page and the log's line are one: eight letters and digits. */
export function newSupportCode(): string {
  return Array.from({ length: LENGTH }, newLetter).join('')
}
