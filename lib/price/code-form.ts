// Apart from what a code takes off: every page reads a code out of its address, and no more.

/** A code as it is meant: capital letters and digits, without the blanks and full-width signs of a keyboard. */
export function typedCode(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()
}

export const CODE_FORM = /^[A-Z\d](?:-?[A-Z\d]){3,19}$/
