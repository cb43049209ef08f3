import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { blobName } from '#lib/content-editor/repository.ts'
import type { PublicFiles } from './picture-problem.ts'
import { pictureVersion } from './picture-version.ts'
import { folderOf } from './pictures.ts'

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
