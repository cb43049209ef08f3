// Apart from what a code takes off: every page reads a code out of its address, and no more.

import { pastedText } from '#lib/text/plain-text.ts'

/** A code as it is meant: capital letters and digits, without the blanks and full-width signs of a keyboard. */
export function typedCode(text: string): string {
  return pastedText(text).replaceAll(/\s/g, '').toUpperCase()
}

export const CODE_FORM = /^[A-Z\d](?:-?[A-Z\d]){3,19}$/
