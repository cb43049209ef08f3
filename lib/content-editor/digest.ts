import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the shop's pictures. */
const PICTURES = 'public/images'

/** Files of the shop's content by their path in the project, each with Git's name of its bytes. */
export type ContentFiles = ReadonlyMap<string, string>

/** Git's name of a file's bytes, as a tree of a Git host lists it. */
export function blobName(bytes: Buffer | string): string {
  const content = Buffer.from(bytes)
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}

/** Whether the build reads the file: words and goods of the content folder, or a picture. */
export function isContentPath(path: string, content: string): boolean {
  if (path.startsWith(`${PICTURES}/`)) return /\.\w+$/.test(path)
  return (
    path.startsWith(`${content}/`) && /^\/\w+\/[^/]+\.(?:md|txt)$/.test(path.slice(content.length))
  )
}

/** The files of a project's content on disk. */
export function contentOnDisk(root: string, content: string): ContentFiles {
  const paths = [content, PICTURES].flatMap((folder) =>
    readdirSync(/* turbopackIgnore: true */ join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })
      .map((path) => `${folder}/${path}`)
      .filter((path) => isContentPath(path, content)),
  )
  return new Map(
    paths
      .toSorted()
      .map((path) => [path, blobName(readFileSync(/* turbopackIgnore: true */ join(root, path)))]),
  )
}

/** One short name for a state of the content: equal where every file is. */
export function contentDigest(files: ContentFiles): string {
  const hash = createHash('sha256')
  for (const path of [...files.keys()].toSorted()) hash.update(`${path}\0${files.get(path)}\n`)
  return hash.digest('hex').slice(0, 32)
}
