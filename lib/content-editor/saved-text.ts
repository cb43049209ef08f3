import 'server-only'

import { readFile } from 'node:fs/promises'

import { CONTENT, placeOf } from '#lib/adapters/markdown/content-file.ts'
import { blobName, type ContentRepository } from './repository.ts'

/**
 * The text of a saved file, by its path in the project and Git's name of it. What the running shop has beside it is not
 * fetched: most of a tree. Throws GitHostProblem.
 */
export async function savedText(
  repository: ContentRepository,
  path: string,
  name: string,
): Promise<string | undefined> {
  const own = placeOf(CONTENT, path.slice(CONTENT.length + 1))
  const bytes = await readFile(/* turbopackIgnore: true */ own).catch(() => undefined)
  if (bytes && blobName(bytes) === name) return bytes.toString('utf8')
  return (await repository.read(path))?.text
}
