import assert from 'node:assert/strict'
import { test } from 'node:test'

import { photoHeader } from './photo-header.ts'

const START = [0xff, 0xd8]

const segment = (marker: number, bytes: readonly number[]) => [
  0xff,
  marker,
  0,
  bytes.length + 2,
  ...bytes,
]

const EXIF = segment(0xe1, [...Buffer.from('Exif'), 0, 0, 0xff, 0xc0])

const QUANTIZATION = segment(0xdb, [0, 1, 2, 3])

const HUFFMAN = segment(0xc4, [9, 9, 9, 9, 9, 9, 9])

// Precision, height, width, and each channel: its number, sampling and table.
const frame = (marker: number, samplings: readonly number[]) =>
  segment(marker, [
    8,
    0x17,
    0xa0,
    0x1f,
    0x80,
    samplings.length,
    ...samplings.flatMap((sampling, index) => [index + 1, sampling, 0]),
  ])

const [GRAY, HALF_COLOR, FULL_COLOR] = [[0x11], [0x22, 0x11, 0x11], [0x11, 0x11, 0x11]]

// Signature, the first chunk's length and name, width, height, bits a channel, color type.
const png = (bits: number) => [
  ...Buffer.from('89504e470d0a1a0a0000000d4948445200001f80000017a0', 'hex'),
  bits,
  2,
]

const webp = (chunk: string, bytes: readonly number[]) => [
  ...Buffer.from(`RIFF....WEBP${chunk}....`),
  ...bytes,
  0,
  0,
  0,
  0,
  0,
]

const headerOf = (bytes: readonly number[]) =>
  photoHeader(new DataView(Uint8Array.from(bytes).buffer))

const KINDS = [
  ['a JPEG', [...START, ...frame(0xc0, HALF_COLOR)], 'jpeg', 0],
  [
    'a progressive JPEG after EXIF and tables',
    [...START, ...EXIF, ...QUANTIZATION, ...HUFFMAN, ...frame(0xc2, HALF_COLOR)],
    'jpeg',
    3,
  ],
  ['a progressive JPEG with full color', [...START, ...frame(0xc2, FULL_COLOR)], 'jpeg', 6],
  ['a progressive JPEG without color', [...START, ...frame(0xc2, GRAY)], 'jpeg', 2],
  ['a PNG', png(8), 'png', 4],
  ['a PNG of 16 bits', png(16), 'png', 8],
  ['a WebP', webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x1f, 0xa0, 0x17]), 'webp', 4],
  ['a WebP without loss', webp('VP8L', [0x2f, 0x7f, 0xdf, 0xe7, 0x05]), 'webp', 4],
  ['a WebP with EXIF', webp('VP8X', [8, 0, 0, 0, 0x7f, 0x1f, 0, 0x9f, 0x17, 0]), 'webp', 4],
] as const

for (const [name, bytes, kind, bytesPerPixel] of KINDS) {
  test(`${name} states its size and what its decoder keeps`, () => {
    const size = { width: 8064, height: 6048 }
    assert.deepEqual(headerOf(bytes), { kind, size, bytesPerPixel })
  })
}

test('another format, and a file cut off before its size, have none', () => {
  const cut = [...START, ...EXIF, ...frame(0xc0, GRAY)].slice(0, -9)
  const others = [[...Buffer.from('no picture at all')], [...Buffer.from('GIF89a')], [], START]
  for (const bytes of [...others, cut, png(8).slice(0, 20), webp('VP8X', []).slice(0, 20)]) {
    assert.equal(headerOf(bytes), undefined)
  }
})
