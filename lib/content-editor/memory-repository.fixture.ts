import { readdirSync, readFileSync } from 'node:fs'

import { CONTENT } from '#lib/adapters/markdown/content-file.ts'
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

/** The frozen content and the shop's pictures, as paths of the shop's project. */
export function fixtureFiles(): Map<string, string> {
  return new Map([
    ...filesUnder(FIXTURE).map(
      (path) => [`${CONTENT}/${path}`, readFileSync(`${FIXTURE}/${path}`, 'utf8')] as const,
    ),
    // Only its name matters here.
    ...filesUnder(PICTURES).map((path) => [`${PICTURES}/${path}`, path] as const),
  ])
}

const valueOf = ({ text, base64, blob }: FileChange, held: ReadonlyMap<string, string>) =>
  text ?? base64 ?? (blob === undefined ? '' : (held.get(blob) ?? blob))

const idOf = (at: number) => String(at).padStart(40, '0')

/** A repository in memory, with every save that it took. */
export function memoryRepository(files: Files = fixtureFiles()) {
  let now = files
  const commits: Commit[] = []
  const held = new Map<string, string>()
  const repository: ContentRepository = {
    tree: async () => ({
      id: idOf(commits.length),
      files: new Map([...now].map(([path, text]) => [path, blobName(text)])),
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
        return text === undefined ? ({ path, isRemoved: true } as const) : { path, text }
      })
      return ok({ message: save.message, changes })
    },
  }
  return { repository, files: () => now, count: () => commits.length }
}
