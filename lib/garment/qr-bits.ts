/** A QR code's size and error correction at level M: modules on a side, blocks, codewords per block. */
export type QrVersion = {
  readonly version: number
  readonly size: number
  readonly blocks: number
  readonly data: number
  readonly correction: number
}

const version = (number: number, blocks: number, data: number, correction: number): QrVersion => ({
  version: number,
  size: 17 + 4 * number,
  blocks,
  data,
  correction,
})

// ISO/IEC 18004, level M. Version 7 and up need fields that are not drawn here.
const VERSIONS: readonly QrVersion[] = [
  version(2, 1, 28, 16),
  version(3, 1, 44, 26),
  version(4, 2, 32, 18),
  version(5, 2, 43, 24),
  version(6, 4, 27, 16),
]

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const MODE = 0b0010

function bitsOf(value: number, length: number): string {
  return value.toString(2).padStart(length, '0')
}

function indexOf(character: string): number {
  const index = ALPHABET.indexOf(character)
  if (index < 0) throw new RangeError(`A code in capitals can't hold the character "${character}"`)
  return index
}

function messageBits(text: string): string {
  const characters = Array.from(text, indexOf)
  let bits = bitsOf(MODE, 4) + bitsOf(characters.length, 9)
  for (let at = 0; at < characters.length; at += 2) {
    const [first = 0, second] = characters.slice(at, at + 2)
    bits += second === undefined ? bitsOf(first, 6) : bitsOf(first * 45 + second, 11)
  }
  return bits
}

// Multiplication in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1.
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

function generator(degree: number): readonly number[] {
  let polynomial: readonly number[] = [1]
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    const factor = root
    const shifted = [...polynomial, 0]
    polynomial = shifted.map((term, at) => term ^ multiply(polynomial[at - 1] ?? 0, factor))
    root = multiply(root, 2)
  }
  return polynomial
}

function correctionOf(data: readonly number[], degree: number): readonly number[] {
  const divisor = generator(degree)
  const rest = [...data, ...Array.from({ length: degree }, () => 0)]
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at] ?? 0
    divisor.forEach((term, step) => {
      rest[at + step] = (rest[at + step] ?? 0) ^ multiply(term, lead)
    })
  }
  return rest.slice(data.length)
}

function dataCodewords(bits: string, length: number): readonly number[] {
  const closed = bits + '0'.repeat(Math.min(4, length * 8 - bits.length))
  const padded = closed.padEnd(Math.ceil(closed.length / 8) * 8, '0')
  const words = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return Array.from({ length }, (_, at) => words[at] ?? ((at - words.length) % 2 ? 0x11 : 0xec))
}

// The first codeword of every block, then the second of every block, and so on.
function interleave(blocks: readonly (readonly number[])[]): readonly number[] {
  const length = blocks[0]?.length ?? 0
  return Array.from({ length }, (_, at) => blocks.map((block) => block[at] ?? 0)).flat()
}

/**
 * The bits of a text in alphanumeric mode with level M, and the smallest version (2 to 6) that
 * holds them. Throws RangeError for another character or more than 154 of them.
 */
export function encodeText(text: string): { readonly version: QrVersion; readonly bits: string } {
  const message = messageBits(text)
  const fits = VERSIONS.find(({ blocks, data }) => message.length <= blocks * data * 8)
  if (!fits) throw new RangeError(`A code can't hold ${text.length} characters`)
  const words = dataCodewords(message, fits.blocks * fits.data)
  const blocks = Array.from({ length: fits.blocks }, (_, at) =>
    words.slice(at * fits.data, (at + 1) * fits.data),
  )
  const corrections = blocks.map((block) => correctionOf(block, fits.correction))
  const all = [...interleave(blocks), ...interleave(corrections)]
  return { version: fits, bits: all.map((word) => bitsOf(word, 8)).join('') }
}
