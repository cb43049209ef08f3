import 'server-only'

import { randomInt } from 'node:crypto'

// No vowels or look-alikes: easy to spell, and no words.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'

const LENGTH = 8

/** A code by which a shopper's error page and the log's line are one: eight letters and digits. */
export function newSupportCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}
