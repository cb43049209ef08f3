import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { buildWhenStale } from '../../local/build.ts'
import { FIXTURE_CONTENT } from '../support/fixture-content.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PRODUCTS = `${FIXTURE_CONTENT}/products`

/** Makes a copy of the built shop in the folder `data`, with words, prices and stocks of its own. Returns its folder. */
export async function siteOf(data: string): Promise<string> {
  buildWhenStale()
  const site = join(data, 'site')
  await mkdir(site)
  for (const name of await readdir(ROOT)) {
    const [from, to] = [join(ROOT, name), join(site, name)]
    if (!['.git', '.local', 'e2e'].includes(name)) await symlink(from, to)
  }
  await cp(join(ROOT, FIXTURE_CONTENT), join(site, FIXTURE_CONTENT), { recursive: true })
  return site
}

/** A whole number in a product's file. */
export type Figure = {
  readonly product: string
  readonly field: 'price' | 'stock'
  readonly value: number
}

/** Writes a figure into a product's file of such a copy. A shop reads it when it starts. */
export async function setFigure(site: string, { product, field, value }: Figure): Promise<void> {
  const file = join(site, PRODUCTS, `${product}.md`)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(new RegExp(`^${field}: \\d+$`, 'm'), `${field}: ${value}`))
}
