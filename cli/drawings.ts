import 'server-only'

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

import { renderSvg } from '#lib/adapters/sharp/render-svg.ts'
import { iconSvg, lineSvg } from '#lib/drawing/icon.ts'
import { labelSheetSvg } from '#lib/drawing/label-sheet.ts'
import { productDrawings } from '#lib/drawing/product-drawings.ts'
import { weaveSvg } from '#lib/drawing/weave.ts'
import { wordmarkStyles } from '#lib/drawing/wordmark.ts'
import { findFileProducts } from '#lib/product/find-products.ts'

const CORNER = 27
const FAVICON_SIZES = [16, 32, 48]

// An ICO file whose entries are PNGs: a header, an entry of 16 bytes for each, then the pictures.
function icoOf(pictures: readonly (readonly [side: number, png: Buffer])[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  pictures.forEach(([side, png], index) => {
    const entry = 6 + 16 * index
    header.writeUInt8(side, entry)
    header.writeUInt8(side, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  })
  return Buffer.concat([header, ...pictures.map(([, png]) => png)])
}

async function iconFiles(): Promise<readonly (readonly [path: string, data: string | Buffer])[]> {
  const square = iconSvg(0)
  const rounded = iconSvg(CORNER)
  const favicon = await Promise.all(
    FAVICON_SIZES.map(async (side) => [side, await renderSvg(rounded, side)] as const),
  )
  return [
    ['app/icon.svg', rounded],
    ['app/favicon.ico', icoOf(favicon)],
    ['app/apple-icon.png', await renderSvg(square, 180)],
    ['public/icon-192.png', await renderSvg(square, 192)],
    ['public/icon-512.png', await renderSvg(square, 512)],
    ['public/images/line.svg', lineSvg()],
    ['public/images/blog/weave.svg', weaveSvg()],
    ['components/ui/wordmark.module.css', wordmarkStyles()],
  ]
}

const USAGE = `用法：npm run drawings -- [--site https://店的網址]

畫出網站的圖示、店名與針織布，以及每件商品的線稿：版型與尺寸、胸前的圖、織標、摺好的樣子。
線稿寫到 public/images/products/，織標上的碼開啟 --site 的那一頁。`

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: 'https://ourtee.example' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  process.stdout.write(`${USAGE}\n`)
} else {
  const drawings = (await findFileProducts()).flatMap((product) => [
    ...productDrawings(product),
    [
      `/images/products/${product.id}-label.svg`,
      labelSheetSvg(`${product.title}的織標`, values.site, product.id),
    ] as const,
  ])
  const files = [
    ...(await iconFiles()),
    ...drawings.map(([src, svg]) => [`public${src}`, svg] as const),
  ]
  for (const [path, data] of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, data)
    process.stdout.write(`${path}  ${Math.ceil(data.length / 1000)} KB\n`)
  }
}
