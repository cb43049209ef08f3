import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { isPlanned, isPublished, sharePicture } from './pages.ts'

// 23:59:59 of 21 November in Taipei, and a second later.
const before = new Date('2026-11-21T15:59:59.000Z')
const after = new Date('2026-11-21T16:00:00.000Z')

const cases = [
  { what: 'of the day', date: '2026-11-21', seen: [true, true] },
  { what: 'of the next day', date: '2026-11-22', seen: [false, true] },
  { what: 'of a later year', date: '2099-01-01', seen: [false, false] },
  { what: 'of the day that is a draft', date: '2026-11-21', draft: true, seen: [false, false] },
]

for (const { what, seen, ...dated } of cases) {
  test(`something ${what} is ${seen[0] ? '' : 'not '}seen before midnight, ${seen[1] ? '' : 'not '}after`, () => {
    assert.deepEqual([isPublished(dated, before), isPublished(dated, after)], seen)
    assert.equal(isPlanned(dated), !dated.draft)
  })
}

test('the development server shows everything', (context) => {
  const was = process.env.NODE_ENV
  Object.assign(process.env, { NODE_ENV: 'development' })
  context.after(() => Object.assign(process.env, { NODE_ENV: was }))
  assert.equal(isPublished({ date: '2099-01-01', draft: true }, before), true)
})

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
  test(`${name} is 1200 by 630 pixels, and light`, () => {
    const jpeg = readFileSync(join(FOLDER, name))
    assert.deepEqual(sizeOf(jpeg), { width: 1200, height: 630 })
    assert.ok(jpeg.length <= MOST_BYTES, `${jpeg.length} bytes`)
  })
}
