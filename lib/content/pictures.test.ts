import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { sharePicture } from './pictures.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'public', 'images', 'share')
const MOST_BYTES = 150_000

/** Width and height of a JPEG, from its frame header (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if ([0xc0, 0xc1, 0xc2].includes(jpeg.readUInt8(at + 1))) {
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
    }
  }
  throw new Error('no frame header')
}

test('the crop for sharing has the name of its picture', () => {
  const { src, ...rest } = sharePicture({ src: '/images/blog/a-b.jpg', alt: '一隻貓' })
  assert.equal(src, '/images/share/a-b.jpg')
  assert.deepEqual(rest, { alt: '一隻貓', width: 1200, height: 630 })
})

for (const name of readdirSync(FOLDER)) {
  test(`${name} is 1200 by 630 pixels, and light (rule 371)`, () => {
    const jpeg = readFileSync(join(FOLDER, name))
    assert.deepEqual(sizeOf(jpeg), { width: 1200, height: 630 })
    assert.ok(jpeg.length <= MOST_BYTES, `${jpeg.length} bytes`)
  })
}
