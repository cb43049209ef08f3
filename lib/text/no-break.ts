const WHOLE = /OURTEE 共衣|白 T 恤|T 恤|QR Code|LINE Pay|Apple Pay|Google Pay/g

// 12 小時, 最晚 2027年: a figure and what it counts or dates.
const FIGURE = /(?<=\d) (?=\p{Script=Han})|(?<=\p{Script=Han}{2}) (?=\d)/gu

/** Prevents a line break in names as T 恤 and LINE Pay, and between a figure and its unit. For display only. */
export function noBreak(text: string): string {
  return text
    .replaceAll(WHOLE, (name) => name.replaceAll(' ', '\u00A0'))
    .replaceAll(FIGURE, '\u00A0')
}

/** The text as somebody types it, with ordinary blanks. */
export function withPlainBlanks(text: string): string {
  return text.replaceAll('\u00A0', ' ')
}

/** A sentence with a provider's name in it: beside a Latin one stands a blank, beside a Chinese one none. */
export function closeUp(sentence: string): string {
  return sentence.replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}
