import 'server-only'

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import type { ContentRepository, Save } from '../../content-editor/repository.ts'
import { fail, ok } from '../../result.ts'

const run = promisify(execFile)

const FOLDERS = ['content', 'public/images'] as const
const SEPARATOR = '\u001F'
const FORMAT = ['%H', '%s', '%an', '%aI'].join(SEPARATOR)

/** How many saves are shown. */
const SHOWN = 30

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex')

function saveIn(line: string): Save[] {
  const [id, message, author, at] = line.split(SEPARATOR)
  return id && message !== undefined && author !== undefined && at !== undefined
    ? [{ id, message, author, at }]
    : []
}

const isId = (id: string) => /^[0-9a-f]{40}$/.test(id)

/** The content of a working folder with Git, as on a laptop. A save is a commit of its files alone. */
export function workingFolder(root: string): ContentRepository {
  const git = async (...words: readonly string[]) =>
    (await run('git', ['-C', root, ...words], { maxBuffer: 16 * 1024 * 1024 })).stdout
  const as = (author: string) => ['-c', `user.name=${author}`, '-c', `user.email=${author}`]
  const read = async (path: string) => {
    try {
      const text = await readFile(/* turbopackIgnore: true */ join(root, path), 'utf8')
      return { text, version: versionOf(text) }
    } catch {
      return undefined
    }
  }
  const last = async () => saveIn((await git('log', '-1', `--format=${FORMAT}`)).trim())[0]
  const commit = async (message: string, author: string, paths: readonly string[]) => {
    await git('add', '--', ...paths)
    await git(...as(author), 'commit', '--quiet', '--no-verify', '-m', message, '--', ...paths)
    const made = await last()
    return made ? ok(made) : fail('host-refused')
  }
  return {
    read,
    list: async () => {
      const all = await Promise.all(
        FOLDERS.map(async (folder) =>
          (await readdir(/* turbopackIgnore: true */ join(root, folder), { recursive: true }))
            .map((path) => join(folder, path))
            .filter((path) => /\.\w+$/.test(path)),
        ),
      )
      return all.flat().toSorted()
    },
    save: async ({ message, author, changes, expected }) => {
      if (((await read(expected.path))?.version ?? '') !== expected.version) {
        return fail('saved-meanwhile')
      }
      for (const { path, text, base64 } of changes) {
        await mkdir(/* turbopackIgnore: true */ dirname(join(root, path)), { recursive: true })
        await writeFile(
          /* turbopackIgnore: true */ join(root, path),
          text ?? Buffer.from(base64 ?? '', 'base64'),
        )
      }
      return commit(
        message,
        author,
        changes.map(({ path }) => path),
      )
    },
    history: async () =>
      (await git('log', `-${SHOWN}`, `--format=${FORMAT}`, '--', ...FOLDERS))
        .split('\n')
        .flatMap(saveIn),
    undo: async (id, author) => {
      if (!isId(id)) return fail('nothing-to-undo')
      try {
        await git('diff', '--quiet', id, 'HEAD', '--', ...(await changedIn(git, id)))
        await git(...as(author), 'revert', '--no-edit', id)
        const made = await last()
        return made ? ok(made) : fail('host-refused')
      } catch {
        return fail('saved-meanwhile')
      }
    },
  }
}

async function changedIn(
  git: (...words: readonly string[]) => Promise<string>,
  id: string,
): Promise<readonly string[]> {
  const names = await git('show', '--format=', '--name-only', id)
  return names.split('\n').filter(Boolean)
}
