import assert from 'node:assert/strict'
import { test } from 'node:test'

import { missingAt } from './missing.ts'

const paths = [
  ['/product/none', 'product'],
  ['/blog/none', 'article'],
  ['/blog/pages', 'article'],
  ['/blog/page/1', 'page'],
  ['/blog/page', 'page'],
  ['/shop/page/1', 'page'],
  ['/product/', 'page'],
  ['/none', 'page'],
] as const

for (const [path, kind] of paths) {
  test(`a missing ${path} is a missing ${kind}`, () => {
    assert.equal(missingAt(path), kind)
  })
}
