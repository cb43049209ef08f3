import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { versionsOnDisk } from './public-files.ts'
import { largePicture, sharePicture, shownPicture } from './shown-picture.ts'

const PUBLIC = join(import.meta.dirname, '..', '..', 'public')
const MOST_BYTES = 150_000

/** Width and height of a JPEG, from its frame header (ITU-T T.81, B.2.2). */
function sizeOf(path: string): readonly [width: number, height: number] {
  const jpeg = readFileSync(join(PUBLIC, path))
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if ([0xc0, 0xc1, 0xc2].includes(jpeg.readUInt8(at + 1))) {
      return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
    }
  }
  throw new Error('no frame header')
}

for (const src of Object.keys(versionsOnDisk('.'))) {
  test(`${src} is shared as 1200 by 630 pixels, and light`, () => {
    const shared = sharePicture({ src, alt: '一隻貓' })
    assert.deepEqual([shared.width, shared.height, shared.alt], [1200, 630, '一隻貓'])
    assert.deepEqual(sizeOf(shared.src), [1200, 630])
    assert.ok(statSync(join(PUBLIC, shared.src)).size <= MOST_BYTES)
  })

  test(`${src} is shown, and named to other sites, as a file that is there`, () => {
    assert.equal(sizeOf(largePicture(src))[0], 1200)
    if (!src.endsWith('.svg')) assert.equal(sizeOf(shownPicture(src))[0], 640)
  })
}

test('a picture that the shop does not have keeps its own path', () => {
  for (const src of ['/images/products/none.jpg', '/images/x.jpg', 'https://x.example/a.jpg', '']) {
    assert.deepEqual([shownPicture(src), largePicture(src)], [src, src])
  }
})
