import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { makeChanges } from '../../e2e/content/changes.ts'
import { runContentTests } from '../../e2e/support/content-tests.ts'
import { copyShop } from '../../e2e/support/shop-copy.ts'

test('more goods, articles and pages, other days, prices and order leave the unit tests green', async () => {
  const folder = copyShop('content-changes-tests')
  makeChanges(folder)
  await runContentTests(folder)
})

test('the end of every pre-order leaves the unit tests green', async () => {
  const folder = copyShop('end-of-preorders')
  for (const file of globSync(join(folder, 'content/products/*.md'))) {
    const ended = readFileSync(file, 'utf8')
      .replace(/^preorder: true$/m, 'preorder: false\nfacts_left_out: true\nshown_unproven: true')
      .replace(/^stock: .*$/m, 'stock: 0')
    writeFileSync(file, ended)
  }
  await runContentTests(folder)
})
