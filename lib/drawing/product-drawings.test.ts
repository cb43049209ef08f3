import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

import { findFileProducts } from '#lib/product/find-products.ts'
import { sizeChartOf } from '#lib/product/size-chart.ts'
import { iconSvg, lineSvg } from './icon.ts'
import { productDrawings } from './product-drawings.ts'
import { weaveSvg } from './weave.ts'
import { wordmarkStyles } from './wordmark.ts'

const RUN = 'run npm run drawings'

for (const product of await findFileProducts()) {
  for (const [src, svg] of productDrawings(product)) {
    test(`public${src} is the drawing of the product as its file is now`, async () => {
      assert.equal(await readFile(`public${src}`, 'utf8'), svg, RUN)
    })
  }

  test(`the pattern of ${product.id} names every measure of its size chart`, () => {
    const [[, pattern] = ['', '']] = productDrawings(product)
    for (const { length, shoulder, chest, sleeve } of sizeChartOf(product)) {
      for (const measure of [length, shoulder, chest, sleeve]) {
        assert.match(pattern, new RegExp(`>${measure}</text>`))
      }
    }
  })
}

test('the icon of the site and its line are the drawing as the motif is now', async () => {
  assert.equal(await readFile('app/icon.svg', 'utf8'), iconSvg(27), RUN)
  assert.equal(await readFile('public/images/line.svg', 'utf8'), lineSvg(), RUN)
})

test('the knitted cloth is the drawing as it is now', async () => {
  assert.equal(await readFile('public/images/blog/weave.svg', 'utf8'), weaveSvg(), RUN)
})

test('the styles of the wordmark are the drawing as it is now', async () => {
  assert.equal(await readFile('components/ui/wordmark.module.css', 'utf8'), wordmarkStyles(), RUN)
})
