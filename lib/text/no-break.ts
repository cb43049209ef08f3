/** Prevents a line break in T 恤 and QR Code. For display only. */
export function noBreak(text: string): string {
  return text.replaceAll('T 恤', 'T\u00A0恤').replaceAll('QR Code', 'QR\u00A0Code')
}

/** The text as somebody types it, with ordinary blanks. */
export function withPlainBlanks(text: string): string {
  return text.replaceAll('\u00A0', ' ')
}
