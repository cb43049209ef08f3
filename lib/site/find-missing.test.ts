import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findMissing } from './find-missing.ts'

const cases: [path: string, missing: string | undefined][] = [
  ['/product/otr-001', undefined],
  ['/product/otr%2D001', undefined],
  ['/product/otr-00', 'product'],
  ['/product/%E8%A1%A3', 'product'],
  ['/product/%', 'product'],
  ['/product/..%2Fproducts%2Fotr-001', 'product'],
  ['/blog/seen-on-the-road', undefined],
  ['/blog/2026-09-24-seen-on-the-road', 'article'],
  ['/blog/otr-001', 'article'],
  ['/blog/x/', 'article'],
  ['/blog/page/2', undefined],
  ['/blog', undefined],
  ['/products/x', undefined],
  ['/', undefined],
]
for (const [path, missing] of cases) {
  test(`at ${path} is missing: ${missing ?? 'nothing'}`, async () => {
    assert.equal(await findMissing(path), missing)
  })
}
