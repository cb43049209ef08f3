import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

import { pictureSizes, sharePath } from '#lib/content/pictures.ts'
import { versionsOnDisk } from '#lib/content/public-files.ts'
import { garmentPath } from '#lib/routes/paths.ts'

const styles = readdirSync('content/products')
  .filter((name) => name.endsWith('.md'))
  .map((name) => basename(name, '.md'))

/** The pictures that show a label near enough to be scanned, each with the styles whose code it may be. */
const labels: readonly (readonly [src: string, styles: readonly string[]])[] = [
  ...styles.map((id) => [`/images/products/${id}-label.jpg`, [id]] as const),
  ...styles.map((id) => [`/images/products/${id}-label.svg`, [id]] as const),
  ['/images/blog/label-qr.jpg', styles] as const,
].filter(([src]) => existsSync(`public${src}`))

async function read(path: string): Promise<string> {
  const picture = sharp(`public${path}`).ensureAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

// Nobody scans a picture that is shown as small as a stamp.
const SMALLEST = 384

const versions = versionsOnDisk('.')

for (const [src, known] of labels) {
  const version = versions[src] ?? ''
  const sizes = pictureSizes(src, version).filter(({ width }) => width >= SMALLEST)
  // A product's label is not the picture by which its page is shared.
  const shared = src.includes('/blog/') ? [sharePath(src, version)] : []
  for (const path of [...sizes.map((size) => size.path), ...shared]) {
    test(`the label in ${path} leads to its style`, async () => {
      const { pathname } = new URL(await read(path))
      const paths = known.map((id) => garmentPath(id).toUpperCase())
      assert.ok(paths.includes(pathname), pathname)
    })
  }
}
