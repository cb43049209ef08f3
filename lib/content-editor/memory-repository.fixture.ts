import { readdirSync, readFileSync } from 'node:fs'

import { CONTENT } from '#lib/adapters/markdown/content-file.ts'
import { madeOf, pictureVersion } from '#lib/content/picture-version.ts'
import { folderOf, isMade } from '#lib/content/pictures.ts'
import { fail, ok } from '#lib/result.ts'
import { blobName, type ContentRepository, type FileChange, type Save } from './repository.ts'

type Files = ReadonlyMap<string, string>
type Commit = { readonly save: Save; readonly before: Files; readonly after: Files }

const FIXTURE = 'e2e/fixtures/content'
const PICTURES = 'public/images'

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.\w+$/.test(path),
  )
}

// Only the names of pictures matter here, and each has all of its sizes.
function pictureSet(path: string): readonly (readonly [path: string, text: string])[] {
  const src = `/images/${path}`
  const made = folderOf(src) === undefined ? [] : madeOf(src, pictureVersion(blobName(path)))
  return [src, ...made].map((one) => [`public${one}`, path] as const)
}

/** The frozen content and the shop's pictures, as paths of the shop's project. */
export function fixtureFiles(): Map<string, string> {
  return new Map([
    ...filesUnder(FIXTURE).map(
      (path) => [`${CONTENT}/${path}`, readFileSync(`${FIXTURE}/${path}`, 'utf8')] as const,
    ),
    ...filesUnder(PICTURES)
      .filter((path) => !isMade(`/images/${path}`))
      .flatMap(pictureSet),
  ])
}

// Of a picture's bytes only their name is kept.
const isBlob = (text: string) => /^[0-9a-f]{40}$/.test(text)

const nameOf = (text: string) => (isBlob(text) ? text : blobName(text))

function valueOf({ path, text, blob = '' }: FileChange, held: ReadonlyMap<string, string>) {
  return text ?? (path.startsWith(PICTURES) ? blob : (held.get(blob) ?? blob))
}

const idOf = (at: number) => String(at).padStart(40, '0')

/** A repository in memory, with every save that it took. */
export function memoryRepository(files: Files = fixtureFiles()) {
  let now = files
  const commits: Commit[] = []
  const held = new Map<string, string>()
  const repository: ContentRepository = {
    tree: async () => ({
      id: idOf(commits.length),
      files: new Map([...now].map(([path, text]) => [path, nameOf(text)])),
    }),
    read: async (path) => {
      const text = now.get(path)
      return text === undefined ? undefined : { text, version: blobName(text) }
    },
    store: async (bytes) => {
      held.set(blobName(bytes), bytes.toString('utf8'))
      return blobName(bytes)
    },
    stored: async (blob) => held.get(blob),
    save: async ({ message, author, changes, expected = [], base }) => {
      if (base !== idOf(commits.length)) return fail('saved-meanwhile')
      const versionOf = (path: string) => {
        const found = now.get(path)
        return found === undefined ? '' : blobName(found)
      }
      if (expected.some(({ path, version }) => versionOf(path) !== version)) {
        return fail('saved-meanwhile')
      }
      const after = new Map(now)
      for (const change of changes) {
        if (change.isRemoved) after.delete(change.path)
        else after.set(change.path, valueOf(change, held))
      }
      const at = new Date(Date.UTC(2026, 10, 26) + commits.length * 1000).toISOString()
      const save = { id: idOf(commits.length + 1), message, author, at }
      commits.push({ save, before: now, after })
      now = after
      return ok(save)
    },
    history: async () => commits.map(({ save }) => save).toReversed(),
    undoing: async (id) => {
      const commit = commits.find(({ save }) => save.id === id)
      if (!commit) return fail('nothing-to-undo')
      const { save, before, after } = commit
      const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path) !== after.get(path),
      )
      if (paths.some((path) => now.get(path) !== after.get(path))) return fail('saved-meanwhile')
      const changes = paths.map((path) => {
        const text = before.get(path)
        if (text === undefined) return { path, isRemoved: true } as const
        return isBlob(text) ? { path, blob: text } : { path, text }
      })
      return ok({ message: save.message, changes })
    },
  }
  return { repository, files: () => now, count: () => commits.length }
}
