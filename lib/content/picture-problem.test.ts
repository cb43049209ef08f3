import assert from 'node:assert/strict'
import { test } from 'node:test'

import { blobName } from '#lib/content-editor/repository.ts'
import { pictureProblem } from './picture-problem.ts'
import { madeOf, pictureVersion } from './picture-version.ts'

/** The files of a project that has these. */
function project(files: Readonly<Record<string, string>>) {
  const textOf = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined)
  return {
    blobOf: (path: string) => {
      const text = textOf(path)
      return text === undefined ? undefined : blobName(text)
    },
    has: (path: string) => textOf(path) !== undefined,
  }
}

/** A picture with all that is made of it. */
function withSizes(src: string, text = 'picture'): Record<string, string> {
  const made = madeOf(src, pictureVersion(blobName(text)))
  return { [src]: text, ...Object.fromEntries(made.map((path) => [path, ''])) }
}

for (const src of ['/images/products/a.jpg', '/images/blog/a.jpg', '/images/products/a.svg']) {
  test(`${src} can be shown once all of it is there`, () => {
    assert.equal(pictureProblem(src, project(withSizes(src))), undefined)
    assert.match(pictureProblem(src, project({})) ?? '', /找不到圖片 public\/images/)
  })

  test(`${src} without any one of its files is refused, with the command that makes it`, () => {
    for (const path of Object.keys(withSizes(src)).slice(1)) {
      const { [path]: _gone, ...files } = withSizes(src)
      const problem = pictureProblem(src, project(files)) ?? ''
      assert.match(problem, /少了 1 個尺寸：請執行 npm run photos/, path)
    }
  })

  test(`${src} that was replaced needs its sizes anew`, () => {
    const files = { ...withSizes(src), [src]: 'another picture' }
    assert.match(pictureProblem(src, project(files)) ?? '', /npm run photos/)
  })
}

const ELSEWHERE = [
  '/images/a.jpg',
  '/images/creators/a.jpg',
  '/images/products/A.jpg',
  '/images/products/a.png',
  '/images/products/a.0a1b2c3d-640.jpg',
]

for (const src of ELSEWHERE) {
  test(`${src} is no place of a picture, and the refusal names those that are`, () => {
    const problem = pictureProblem(src, project({ [src]: '' })) ?? ''
    assert.match(problem, /必須是 public\/images\/products、blog 或 site/)
  })
}
