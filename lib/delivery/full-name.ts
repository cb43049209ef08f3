import type { Recipient } from './recipient.ts'

const LATIN = /^[\p{Script=Latin}\p{M}\s.'-]+$/u

/** A recipient's name as one reads it: 王小明, but Smith John with a space between. */
export function fullName({ lastName, firstName }: Pick<Recipient, 'lastName' | 'firstName'>) {
  const isLatin = LATIN.test(lastName) && LATIN.test(firstName)
  return isLatin ? `${lastName.trim()} ${firstName.trim()}` : lastName + firstName
}
