import assert from 'node:assert/strict'
import { test } from 'node:test'

import { jpegSize } from './jpeg-size.ts'

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
// Precision, height, width, components.
const frame = (marker: number) => segment(marker, [8, 0x17, 0xa0, 0x1f, 0x80, 3])

const sizeIn = (bytes: readonly number[]) => jpegSize(new DataView(Uint8Array.from(bytes).buffer))

test('the size of a JPEG is read from its header, whatever stands before it', () => {
  const size = { width: 8064, height: 6048 }
  assert.deepEqual(sizeIn([...START, ...frame(0xc0)]), size)
  assert.deepEqual(sizeIn([...START, ...EXIF, ...QUANTIZATION, ...HUFFMAN, ...frame(0xc2)]), size)
})

test('another format, and a file cut off before its size, have none', () => {
  const cut = [...START, ...EXIF, ...frame(0xc0)].slice(0, -5)
  for (const bytes of [[...Buffer.from('no picture')], [], START, [...START, ...EXIF], cut]) {
    assert.equal(sizeIn(bytes), undefined)
  }
})
