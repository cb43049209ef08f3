import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { blobName } from '#lib/content-editor/repository.ts'
import { folderOf, pictureSizes, sharePath } from './pictures.ts'

/** Changes with what `lib/adapters/sharp/photos.ts` makes of a picture, so that no address ever has other bytes. */
const RECIPE = 'avif-jpeg-1'

/** The version of a picture by Git's name of its bytes: eight hexadecimal digits in the names of its sizes. */
export function pictureVersion(blob: string): string {
  return createHash('sha256').update(`${RECIPE} ${blob}`).digest('hex').slice(0, 8)
}

/** The paths in public/ of all that is made of a picture's version. */
export function madeOf(src: string, version: string): readonly string[] {
  return [...pictureSizes(src, version).map(({ path }) => path), sharePath(src, version)]
}

/** The files of a project by their paths in public/: Git's name of a file's bytes, undefined where it is not there. */
export type PublicFiles = {
  readonly blobOf: (path: string) => string | undefined
  readonly has: (path: string) => boolean
}

/** Why a page cannot show a picture, in the owner's language; undefined where it can. */
export function pictureProblem(src: string, { blobOf, has }: PublicFiles): string | undefined {
  const blob = blobOf(src)
  if (blob === undefined) return `找不到圖片 public${src}`
  if (folderOf(src) === undefined) {
    return `圖片 public${src} 不能用：必須是 public/images/products、blog 或 site 裡的 .jpg 或 .svg，檔名用小寫英文、數字與 -`
  }
  const missing = madeOf(src, pictureVersion(blob)).filter((path) => !has(path))
  if (missing.length === 0) return undefined
  return `圖片 public${src} 少了 ${missing.length} 個尺寸：請執行 npm run photos，再把做好的檔案一起提交`
}

type KnownFile = { readonly changed: number; readonly bytes: number; readonly blob: string }

/** The files of public/ in a project's folder. A file is read again once it has changed. */
export function publicOnDisk(root: string): PublicFiles {
  const known = new Map<string, KnownFile>()
  const statOf = (path: string) =>
    statSync(/* turbopackIgnore: true */ join(root, 'public', path), { throwIfNoEntry: false })
  return {
    has: (path) => statOf(path)?.isFile() === true,
    blobOf: (path) => {
      const stat = statOf(path)
      if (!stat?.isFile()) return undefined
      const { mtimeMs: changed, size: bytes } = stat
      const found = known.get(path)
      if (found?.changed === changed && found.bytes === bytes) return found.blob
      const blob = blobName(readFileSync(/* turbopackIgnore: true */ join(root, 'public', path)))
      known.set(path, { changed, bytes, blob })
      return blob
    },
  }
}

/** The paths in public/ of the files under public/images. */
export function picturePaths(root: string): readonly string[] {
  return readdirSync(join(root, 'public', 'images'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => `/images/${path}`)
    .toSorted()
}

/** The version of every picture in a project's folder, by its path in public/. */
export function versionsOnDisk(root: string): Readonly<Record<string, string>> {
  const { blobOf } = publicOnDisk(root)
  return Object.fromEntries(
    picturePaths(root)
      .filter((src) => folderOf(src) !== undefined)
      .map((src) => [src, pictureVersion(blobOf(src) ?? '')]),
  )
}
