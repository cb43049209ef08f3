import 'server-only'

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import {
  areWithin,
  type ContentRepository,
  type NewSave,
  PICTURES,
  type Save,
} from '../../content-editor/repository.ts'
import { fail, ok } from '../../result.ts'

const run = promisify(execFile)

const SEPARATOR = '\u001F'
const FORMAT = ['%H', '%s', '%an', '%aI'].join(SEPARATOR)

/** Saves shown. */
const SHOWN = 30

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex')

function saveIn(line: string): Save[] {
  const [id, message, author, at] = line.split(SEPARATOR)
  return id && message !== undefined && author !== undefined && at !== undefined
    ? [{ id, message, author, at }]
    : []
}

const isId = (id: string) => /^[0-9a-f]{40}$/.test(id)

const as = (author: string) => ['-c', `user.name=${author}`, '-c', `user.email=${author}`]

class WorkingFolder implements ContentRepository {
  readonly #root: string
  readonly #folders: readonly string[]

  constructor(root: string, content: string) {
    this.#root = root
    this.#folders = [content, PICTURES]
  }

  async #git(...words: readonly string[]): Promise<string> {
    const options = { maxBuffer: 16 * 1024 * 1024 }
    return (await run('git', ['-C', this.#root, ...words], options)).stdout
  }

  async #newest() {
    const [made] = saveIn((await this.#git('log', '-1', `--format=${FORMAT}`)).trim())
    return made ? ok(made) : fail('host-refused')
  }

  async read(path: string) {
    try {
      const text = await readFile(/* turbopackIgnore: true */ join(this.#root, path), 'utf8')
      return { text, version: versionOf(text) }
    } catch {
      return undefined
    }
  }

  async list() {
    const all = await Promise.all(
      this.#folders.map(async (folder) =>
        (
          await readdir(/* turbopackIgnore: true */ join(this.#root, folder), { recursive: true })
        ).map((path) => join(folder, path)),
      ),
    )
    return all
      .flat()
      .filter((path) => /\.\w+$/.test(path))
      .toSorted()
  }

  async save({ message, author, changes, expected }: NewSave) {
    if (((await this.read(expected.path))?.version ?? '') !== expected.version) {
      return fail('saved-meanwhile')
    }
    for (const { path, text, base64 } of changes) {
      const place = join(this.#root, path)
      await mkdir(/* turbopackIgnore: true */ dirname(place), { recursive: true })
      if (!(await this.#isOwnPlace(path))) return fail('host-refused')
      const bytes = text ?? Buffer.from(base64 ?? '', 'base64')
      await writeFile(/* turbopackIgnore: true */ place, bytes)
    }
    const paths = changes.map(({ path }) => path)
    await this.#git('add', '--', ...paths)
    await this.#git(
      ...as(author),
      'commit',
      '--quiet',
      '--no-verify',
      '-m',
      message,
      '--',
      ...paths,
    )
    return this.#newest()
  }

  // A link in the folder would have the save written somewhere else.
  async #isOwnPlace(path: string): Promise<boolean> {
    const [root, place] = [await realpath(this.#root), join(this.#root, path)]
    const found = await lstat(place).catch(() => undefined)
    return (
      (await realpath(dirname(place))) === join(root, dirname(path)) && !found?.isSymbolicLink()
    )
  }

  async history() {
    const lines = await this.#git('log', `-${SHOWN}`, `--format=${FORMAT}`, '--', ...this.#folders)
    return lines.split('\n').flatMap(saveIn)
  }

  async undo(id: string, author: string) {
    if (!isId(id)) return fail('nothing-to-undo')
    try {
      const listed = await this.#git('show', '--format=', '--name-only', '--no-renames', '-z', id)
      const names = listed.split('\0').filter(Boolean)
      if (!areWithin(names, this.#folders)) return fail('nothing-to-undo')
      await this.#git('diff', '--quiet', id, 'HEAD', '--', ...names)
      const undone = (await this.#git('show', '-s', '--format=%s', id)).trim()
      await this.#git('revert', '--no-commit', id)
      await this.#git(...as(author), 'commit', '--quiet', '--no-verify', '-m', `復原：${undone}`)
      return await this.#newest()
    } catch {
      return fail('saved-meanwhile')
    }
  }
}

/**
 * The content of a working folder with Git, as on a laptop: its folder `content` and the pictures. A save is a
 * commit of its files alone.
 */
export function workingFolder(root: string, content: string): ContentRepository {
  return new WorkingFolder(root, content)
}
