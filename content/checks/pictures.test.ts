import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { test } from 'node:test'

import { PICTURE_SHAPES } from '#lib/adapters/sharp/photos.ts'
import { pictureProblem } from '#lib/content/picture-problem.ts'
import { madeOf } from '#lib/content/picture-version.ts'
import { isMade } from '#lib/content/pictures.ts'
import { picturePaths, publicOnDisk, versionsOnDisk } from '#lib/content/public-files.ts'

for (const [folder, { mostBytes }] of Object.entries(PICTURE_SHAPES)) {
  test(`no picture in public/images/${folder} is larger than its budget`, () => {
    const tooLarge = readdirSync(`public/images/${folder}`)
      .map((name) => ({ name, bytes: statSync(`public/images/${folder}/${name}`).size }))
      .filter(({ bytes }) => bytes > mostBytes)
    assert.deepEqual(tooLarge, [])
  })
}

test('every picture has all of its sizes, and no other file lies among them', () => {
  const versions = versionsOnDisk('.')
  const files = publicOnDisk('.')
  const problems = Object.keys(versions).flatMap((src) => pictureProblem(src, files) ?? [])
  assert.deepEqual(problems, [])
  const made = Object.entries(versions).flatMap(([src, version]) => madeOf(src, version))
  assert.deepEqual(picturePaths('.').filter(isMade), made.toSorted())
})
