import 'server-only'

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import {
  makePicture,
  PhotoUnusable,
  type PictureSize,
  PICTURE_SIZES,
  SHARED_SIZE,
} from '#lib/adapters/sharp/photos.ts'

const USAGE = `用法：npm run photos -- <照片> <資料夾/檔名>

  npm run photos -- ~/IMG_1234.jpg products/otr-002-front   商品：1600×2000
  npm run photos -- ~/IMG_1234.jpg blog/summer              文章：1600×1000
  npm run photos -- ~/IMG_1234.jpg site/hero                首頁等：2400×1350

會做出 public/images/<資料夾/檔名>.jpg，和分享用的 public/images/share/<檔名>.jpg（1200×630）。
檔名用小寫英文、數字與 -。照片裡的拍攝地點等資料不會留下。`

const KB = 1000
const SIZES: Readonly<Record<string, PictureSize>> = PICTURE_SIZES

function originalIn(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new PhotoUnusable(`找不到照片 ${path}。`, { cause })
  }
}

async function make(original: Buffer, size: PictureSize, name: string): Promise<string> {
  const { bytes, width, height } = await makePicture(original, size)
  const file = join('public', 'images', `${name}.jpg`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return `${file}  ${width}×${height}  ${Math.round(bytes.byteLength / KB)} KB`
}

async function run([photo, target, ...rest]: readonly string[]): Promise<boolean> {
  const [, folder = '', name = ''] = /^([a-z]+)\/([a-z0-9-]+)$/.exec(target ?? '') ?? []
  const size = Object.hasOwn(SIZES, folder) ? SIZES[folder] : undefined
  if (photo === undefined || size === undefined || rest.length > 0) {
    process.stderr.write(`${USAGE}\n`)
    return false
  }
  const original = originalIn(photo)
  const made = [
    await make(original, size, `${folder}/${name}`),
    await make(original, SHARED_SIZE, `share/${name}`),
  ]
  process.stdout.write(`${made.join('\n')}\n寫進內容：src: /images/${folder}/${name}.jpg\n`)
  return true
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  if (!(error instanceof PhotoUnusable)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
