import assert from 'node:assert/strict'
import { test } from 'node:test'

import { STICKERS } from './sticker-names.ts'
import { stickerShapes } from './stickers.ts'

for (const name of STICKERS) {
  test(`the shapes of ${name} are path data that can be drawn`, () => {
    for (const { d, fill, line, lineWidth } of stickerShapes(name)) {
      assert.match(d, /^M[\d\sMmLlHhVvQqTtAaCcSsZz.,-]+$/)
      assert.ok(fill ?? line, 'neither filled nor a line')
      assert.equal(line === undefined, lineWidth === undefined)
    }
  })
}
