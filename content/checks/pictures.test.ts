import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { test } from 'node:test'

import { PICTURE_SIZES, SHARED_SIZE } from '#lib/adapters/sharp/photos.ts'

for (const [folder, { mostBytes }] of Object.entries({ ...PICTURE_SIZES, share: SHARED_SIZE })) {
  test(`no picture in public/images/${folder} is larger than its budget`, () => {
    const tooLarge = readdirSync(`public/images/${folder}`)
      .map((name) => ({ name, bytes: statSync(`public/images/${folder}/${name}`).size }))
      .filter(({ bytes }) => bytes > mostBytes)
    assert.deepEqual(tooLarge, [])
  })
}
