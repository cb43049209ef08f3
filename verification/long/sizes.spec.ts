import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { z } from 'zod'

import { addresses } from '../../e2e/support/addresses.ts'
import { FIXTURE_BUILD } from '../../e2e/support/fixture-content.ts'
import { expect, test } from '../../e2e/support/shop.ts'
import { purchaseSizes } from '../bench/purchase-sizes.ts'
import { publicPages } from '../bench/sites.ts'
import { sizes } from '../bench/sizes.ts'

const inBuild = (file: string) => readFileSync(join(FIXTURE_BUILD, file))

// Next's own script plus 3 KiB for the bare page of `npm run bench sizes`.
function frameworkScript(): number {
  const manifest = z.object({ rootMainFiles: z.array(z.string()).min(1) })
  const { rootMainFiles } = manifest.parse(JSON.parse(inBuild('build-manifest.json').toString()))
  const bytes = rootMainFiles.map((file) => gzipSync(inBuild(file)).length)
  return bytes.reduce((sum, of) => sum + of, 3 * 1024)
}

test('every kind of public page and of a purchase keeps its budget of bytes', async ({
  browser,
}) => {
  const { shop } = addresses()
  const rows = await sizes(browser, { shop, pages: await publicPages(shop) }, frameworkScript())
  rows.push(...(await purchaseSizes(browser, shop, frameworkScript())))
  expect(rows.filter(({ isKept }) => !isKept)).toEqual([])
})
