import 'server-only'

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { CONTENT, ContentError, placeOf } from '../adapters/markdown/content-file.ts'
import { readSite } from '../content/read-site.ts'
import { blobName } from './digest.ts'
import { type ContentRepository, type FileChange, PICTURES, type SavedTree } from './repository.ts'

// What the running shop has beside it need not be fetched: most of a tree.
async function readSaved(
  repository: ContentRepository,
  path: string,
  name: string,
): Promise<string | undefined> {
  const own = placeOf(CONTENT, path.slice(CONTENT.length + 1))
  const bytes = await readFile(/* turbopackIgnore: true */ own).catch(() => undefined)
  if (bytes && blobName(bytes) === name) return bytes.toString('utf8')
  return (await repository.read(path))?.text
}

const isText = (path: string) => path.startsWith(`${CONTENT}/`)

/** The texts of the content as they would be after the changes, by path under the content folder. */
async function textsAfter(
  repository: ContentRepository,
  { files }: SavedTree,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<string, string>> {
  const changed = new Set(changes.map(({ path }) => path))
  const kept = [...files].filter(([path]) => isText(path) && !changed.has(path))
  const read = await Promise.all(
    kept.map(
      async ([path, name]) => [path, (await readSaved(repository, path, name)) ?? ''] as const,
    ),
  )
  const written = changes.flatMap(({ path, text }) =>
    isText(path) && text !== undefined ? [[path, text] as const] : [],
  )
  return new Map(
    [...read, ...written].map(([path, text]) => [path.slice(CONTENT.length + 1), text]),
  )
}

function picturesAfter({ files }: SavedTree, changes: readonly FileChange[]): ReadonlySet<string> {
  const pictures = new Set([...files.keys()].filter((path) => path.startsWith(`${PICTURES}/`)))
  for (const { path, isRemoved } of changes) {
    if (isRemoved) pictures.delete(path)
    else pictures.add(path)
  }
  return pictures
}

/**
 * Reads what would be saved as the build reads it, and returns why the build would refuse it: a
 * ContentError whose file is a path under the content folder. Throws GitHostProblem.
 */
export async function findFault(
  repository: ContentRepository,
  tree: SavedTree,
  changes: readonly FileChange[],
): Promise<ContentError | undefined> {
  const texts = await textsAfter(repository, tree, changes)
  const pictures = picturesAfter(tree, changes)
  const place = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    await Promise.all(
      [...texts].map(async ([path, text]) => {
        const file = join(place, path)
        await mkdir(/* turbopackIgnore: true */ dirname(file), { recursive: true })
        await writeFile(/* turbopackIgnore: true */ file, text)
      }),
    )
    await readSite(relative(process.cwd(), place), (src) => pictures.has(`public${src}`))
    return undefined
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return error
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
