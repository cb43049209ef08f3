import 'server-only'

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import {
  drawingAsPicture,
  makePicture,
  makeSizes,
  PhotoUnusable,
  PICTURE_SHAPES,
  type PictureShape,
} from '#lib/adapters/sharp/photos.ts'
import { madeOf } from '#lib/content/picture-version.ts'
import { folderOf, isDrawing, isMade } from '#lib/content/pictures.ts'
import { picturePaths, publicOnDisk, versionsOnDisk } from '#lib/content/public-files.ts'
import { bannerPanelSvg } from '#lib/drawing/banner.ts'

const USAGE = `用法：npm run photos -- <照片> <資料夾/檔名>

  npm run photos -- ~/IMG_1234.jpg products/otr-002-front   商品：1600×2000
  npm run photos -- ~/IMG_1234.jpg blog/summer              文章：1600×1000
  npm run photos -- ~/IMG_1234.jpg site/hero                首頁等：2400×1350
  npm run photos                                            補做所有圖片少了的尺寸，刪掉舊的

會做出 public/images/<資料夾/檔名>.jpg，旁邊是它的各種尺寸，public/images/share 裡是分享用的圖（1200×630，左邊有山稜與店名）。
檔名用小寫英文、數字與 -。透明的底會變成網頁的底色。照片裡的拍攝地點等資料不會留下。`

const KB = 1000
const SHAPES: Readonly<Record<string, PictureShape>> = PICTURE_SHAPES

const placeOf = (path: string) => join('public', path)

function write(path: string, bytes: Buffer): number {
  mkdirSync(dirname(placeOf(path)), { recursive: true })
  writeFileSync(placeOf(path), bytes)
  return bytes.byteLength
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function originalIn(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new PhotoUnusable(`找不到照片 ${path}。`, { cause })
  }
}

/** Makes the sizes of a picture's version that are not there; `wider` is the original of a new one. */
async function complete(src: string, version: string, wider?: Buffer): Promise<void> {
  const { has } = publicOnDisk('.')
  const missing = madeOf(src, version).filter((path) => !has(path))
  if (missing.length === 0) return
  const shape = SHAPES[folderOf(src) ?? '']
  const file = readFileSync(placeOf(src))
  const picture = isDrawing(src) && shape ? await drawingAsPicture(file, shape) : file
  let bytes = 0
  for await (const made of makeSizes({ src, version, panel: bannerPanelSvg() }, picture, wider)) {
    bytes += write(made.path, made.bytes)
  }
  say(`public${src}  做了 ${madeOf(src, version).length} 個尺寸，共 ${Math.round(bytes / KB)} KB`)
}

/** Removes the sizes of pictures that were replaced or deleted. */
function removeOld(versions: Readonly<Record<string, string>>): void {
  const wanted = new Set(Object.entries(versions).flatMap(([src, version]) => madeOf(src, version)))
  const old = picturePaths('.').filter((path) => isMade(path) && !wanted.has(path))
  for (const path of old) rmSync(placeOf(path))
  if (old.length > 0) say(`刪掉 ${old.length} 個不再用到的檔案`)
}

async function completeAll(): Promise<void> {
  const versions = versionsOnDisk('.')
  for (const [src, version] of Object.entries(versions)) {
    try {
      await complete(src, version)
    } catch (cause) {
      if (!(cause instanceof PhotoUnusable)) throw cause
      throw new PhotoUnusable(`public${src}：${cause.message}`, { cause })
    }
  }
  removeOld(versions)
  say(`${Object.keys(versions).length} 張圖片的尺寸都在。`)
}

async function run([photo, target, ...rest]: readonly string[]): Promise<boolean> {
  if (photo === undefined) {
    await completeAll()
    return true
  }
  const [, folder = '', name = ''] = /^([a-z]+)\/([a-z0-9-]+)$/.exec(target ?? '') ?? []
  const shape = Object.hasOwn(SHAPES, folder) ? SHAPES[folder] : undefined
  if (shape === undefined || rest.length > 0) {
    process.stderr.write(`${USAGE}\n`)
    return false
  }
  const original = originalIn(photo)
  const src = `/images/${folder}/${name}.jpg`
  const bytes = write(src, await makePicture(original, shape))
  say(`public${src}  ${shape.width}×${shape.height}  ${Math.round(bytes / KB)} KB`)
  const versions = versionsOnDisk('.')
  await complete(src, versions[src] ?? '', original)
  removeOld(versions)
  say(`寫進內容：src: ${src}`)
  return true
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  if (!(error instanceof PhotoUnusable)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
