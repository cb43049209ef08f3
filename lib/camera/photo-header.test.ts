import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

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
// Precision, height, width, and one channel: its number, sampling and table.
const frame = (marker: number) => segment(marker, [8, 0x17, 0xa0, 0x1f, 0x80, 1, 1, 0x11, 0])

const headerOf = (bytes: Iterable<number>) =>
  photoHeader(new DataView(Uint8Array.from(bytes).buffer))

test('the size of a JPEG is read from its header, whatever stands before it', () => {
  const size = { width: 8064, height: 6048 }
  const largeOf = (bytes: readonly number[]) => headerOf([...START, ...bytes])
  assert.deepEqual(largeOf(frame(0xc0)), { kind: 'jpeg', size, bytesPerPixel: 0 })
  const long = [...EXIF, ...QUANTIZATION, ...HUFFMAN, ...frame(0xc2)]
  assert.deepEqual(largeOf(long), { kind: 'jpeg', size, bytesPerPixel: 2 })
})

const photo = () => sharp({ create: { width: 301, height: 207, channels: 3, background: '#888' } })
const deep = () => photo().toColourspace('rgb16').png()
const KINDS = [
  ['a JPEG', () => photo().jpeg(), 'jpeg', 0],
  ['a progressive JPEG', () => photo().jpeg({ progressive: true }), 'jpeg', 3],
  [
    'a progressive JPEG with full color',
    () => photo().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    'jpeg',
    6,
  ],
  ['a PNG', () => photo().png(), 'png', 4],
  ['a PNG of 16 bits', deep, 'png', 8],
  ['a WebP', () => photo().webp(), 'webp', 4],
  ['a WebP without loss', () => photo().webp({ lossless: true }), 'webp', 4],
  ['a WebP with EXIF', () => photo().withMetadata({ orientation: 6 }).webp(), 'webp', 4],
] as const

for (const [name, write, kind, bytesPerPixel] of KINDS) {
  test(`${name} states its size and what its decoder keeps`, async () => {
    const size = { width: 301, height: 207 }
    assert.deepEqual(headerOf(await write().toBuffer()), { kind, size, bytesPerPixel })
  })
}

test('another format, and a file cut off before its size, have none', async () => {
  const cut = [...START, ...EXIF, ...frame(0xc0)].slice(0, -9)
  const png = [...(await photo().png().toBuffer())].slice(0, 20)
  const webp = [...(await photo().webp().toBuffer())].slice(0, 20)
  const gif = await photo().gif().toBuffer()
  for (const bytes of [[...Buffer.from('no picture')], [], START, cut, png, webp, gif]) {
    assert.equal(headerOf(bytes), undefined)
  }
})
