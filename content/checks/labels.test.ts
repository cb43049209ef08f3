import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

import { garmentPath } from '#lib/routes/paths.ts'

const styles = readdirSync('content/products')
  .filter((name) => name.endsWith('.md'))
  .map((name) => basename(name, '.md'))

/** The pictures that show a label near enough to be scanned, each with the styles whose code it may be. */
const labels: readonly (readonly [file: string, styles: readonly string[]])[] = [
  ...styles.map((id) => [`public/images/products/${id}-label.jpg`, [id]] as const),
  ...styles.map((id) => [`public/images/products/${id}-label.svg`, [id]] as const),
  ['public/images/blog/label-qr.jpg', styles] as const,
  ['public/images/share/label-qr.jpg', styles] as const,
].filter(([file]) => existsSync(file))

// The widths at which the shop serves a picture of a gallery or a text; next.config.ts has them.
const WIDTHS = [384, 640, 828, 1080, 1440]

async function read(file: string, width: number): Promise<string> {
  const picture = sharp(file).resize({ width, withoutEnlargement: true }).ensureAlpha().raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

for (const [file, known] of labels) {
  for (const width of WIDTHS) {
    test(`the label in ${file} leads to its style at ${width} pixels`, async () => {
      const { pathname } = new URL(await read(file, width))
      const paths = known.map((id) => garmentPath(id).toUpperCase())
      assert.ok(paths.includes(pathname), pathname)
    })
  }
}
