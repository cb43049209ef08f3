import { madeOf, pictureVersion } from './picture-version.ts'
import { folderOf } from './pictures.ts'

/** The files of a project by their paths in public/: Git's name of a file's bytes, undefined where it is not there. */
export type PublicFiles = {
  readonly blobOf: (path: string) => string | undefined
  readonly has: (path: string) => boolean
}

/** Why a page cannot show a picture, in the owner's language, or undefined if it can. */
export function pictureProblem(src: string, { blobOf, has }: PublicFiles): string | undefined {
  const blob = blobOf(src)
  if (blob === undefined) return `找不到圖片 public${src}`
  if (folderOf(src) === undefined) {
    return `圖片 public${src} 無法使用：必須是 public/images/products、blog 或 site 裡的 .jpg 或 .svg，檔名用小寫英文、數字與 -`
  }
  const missing = madeOf(src, pictureVersion(blob)).filter((path) => !has(path))
  if (missing.length === 0) return undefined
  return `圖片 public${src} 少了 ${missing.length} 個尺寸：請執行 npm run photos，再把做好的檔案一起提交`
}
