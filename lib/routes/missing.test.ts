import assert from 'node:assert/strict'
import { test } from 'node:test'

import { missingAt } from './missing.ts'

const cases: [string, string][] = [
  ['/product/x', 'product'],
  ['/blog/x', 'article'],
  ['/blog/', 'page'],
  ['/products/x', 'page'],
  ['/shop/category/x', 'page'],
  ['/', 'page'],
]
for (const [path, missing] of cases) {
  test(`a ${missing} is missing at ${path} (rules 62, 154)`, () => {
    assert.equal(missingAt(path), missing)
  })
}
