import 'server-only'

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import {
  contentDigest,
  contentOnDisk,
  areWithin,
  type ContentRepository,
  type FileChange,
  type NewSave,
  PICTURES,
  type Save,
} from '#lib/content-editor/repository.ts'
import { fail, ok } from '#lib/result.ts'

/** A repository at GitHub: its name as owner/name, the branch that is deployed, and a token that may write its contents. */
export type GitHubAccess = {
  readonly repository: string
  readonly branch: string
  readonly token: string
  /** https://api.github.com, or a stand-in's address. */
  readonly api: string
}

/** A call to the Git host failed. */
export class GitHostProblem extends Error {
  override readonly name = 'GitHostProblem'
  readonly status: number

  constructor(what: string, status: number) {
    super(`${what}: the Git host answered ${status}`)
    this.status = status
  }
}

const DEADLINE = 15_000
const SHOWN = 30
const FOLDERS = ['content', PICTURES]

const refSchema = z.object({ object: z.object({ sha: z.string() }) })
const shaSchema = z.object({ sha: z.string() })
const treeSchema = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string(), sha: z.string() })),
})
const fileSchema = z.object({ sha: z.string(), content: z.string() })
const commitSchema = z.object({
  sha: z.string(),
  commit: z.object({
    message: z.string(),
    author: z.object({ name: z.string(), date: z.string() }),
  }),
  parents: z.array(shaSchema).default([]),
  files: z
    .array(
      z.object({
        filename: z.string(),
        previous_filename: z.string().optional(),
        status: z.string(),
        sha: z.string().nullable(),
      }),
    )
    .default([]),
})

function saveOf({ sha, commit }: z.infer<typeof commitSchema>): Save {
  const { message, author } = commit
  return { id: sha, message: message.split('\n')[0] ?? '', author: author.name, at: author.date }
}

type Entry = { readonly path: string; readonly sha: string | null }
type Tree = z.infer<typeof treeSchema>
type About = Pick<NewSave, 'message' | 'author'>

function shaIn({ tree }: Tree, path: string): string | null {
  return tree.find((one) => one.path === path)?.sha ?? null
}

class GitHub implements ContentRepository {
  readonly #access: GitHubAccess

  constructor(access: GitHubAccess) {
    this.#access = access
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const { api, repository, token } = this.#access
    return fetch(`${api}/repos/${repository}${path}`, {
      method,
      signal: AbortSignal.timeout(DEADLINE),
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async #ask<T>(schema: z.ZodType<T>, path: string, body?: unknown): Promise<T> {
    const response = await this.#send(body === undefined ? 'GET' : 'POST', path, body)
    if (!response.ok) throw new GitHostProblem(path, response.status)
    return schema.parse(await response.json())
  }

  async #head(): Promise<string> {
    return (await this.#ask(refSchema, `/git/ref/heads/${this.#access.branch}`)).object.sha
  }

  #treeAt(commit: string): Promise<Tree> {
    return this.#ask(treeSchema, `/git/trees/${commit}?recursive=1`)
  }

  async #blob({ path, text, base64, blob: known, isRemoved }: FileChange): Promise<Entry> {
    if (isRemoved || known !== undefined) return { path, sha: known ?? null }
    const blob =
      text === undefined
        ? { content: base64, encoding: 'base64' }
        : { content: text, encoding: 'utf-8' }
    return { path, sha: (await this.#ask(shaSchema, '/git/blobs', blob)).sha }
  }

  // Fast-forward only: a concurrent save is not overwritten.
  async #commit(parent: string, entries: readonly Entry[], { message, author }: About) {
    const at = new Date().toISOString()
    const tree = await this.#ask(shaSchema, '/git/trees', {
      base_tree: parent,
      tree: entries.map((entry) => ({ ...entry, mode: '100644', type: 'blob' })),
    })
    const { sha } = await this.#ask(shaSchema, '/git/commits', {
      message,
      tree: tree.sha,
      parents: [parent],
      author: { name: author, email: author, date: at },
    })
    const branch = `/git/refs/heads/${this.#access.branch}`
    const moved = await this.#send('PATCH', branch, { sha, force: false })
    if (moved.status === 422) return fail('saved-meanwhile')
    return moved.ok ? ok({ id: sha, message, author, at }) : fail('host-refused')
  }

  async read(path: string, at = this.#access.branch) {
    const response = await this.#send('GET', `/contents/${path}?ref=${at}`)
    if (response.status === 404) return undefined
    if (!response.ok) throw new GitHostProblem(path, response.status)
    const { sha, content } = fileSchema.parse(await response.json())
    return { text: Buffer.from(content, 'base64').toString('utf8'), version: sha }
  }

  async tree() {
    const id = await this.#head()
    const { tree } = await this.#treeAt(id)
    const blobs = tree.filter(({ path, type }) => type === 'blob' && areWithin([path], FOLDERS))
    return { id, files: new Map(blobs.map(({ path, sha }) => [path, sha])) }
  }

  async store(bytes: Buffer) {
    const blob = { content: bytes.toString('base64'), encoding: 'base64' }
    return (await this.#ask(shaSchema, '/git/blobs', blob)).sha
  }

  async stored(blob: string) {
    if (!isId(blob)) return undefined
    const response = await this.#send('GET', `/git/blobs/${blob}`)
    if (response.status === 404) return undefined
    if (!response.ok) throw new GitHostProblem('/git/blobs', response.status)
    return Buffer.from(fileSchema.parse(await response.json()).content, 'base64').toString('utf8')
  }

  async save({ message, author, changes, expected = [], base }: NewSave) {
    const found = await Promise.all(expected.map(({ path }) => this.read(path, base)))
    const isChanged = expected.some(({ version }, at) => (found[at]?.version ?? '') !== version)
    if (isChanged) return fail('saved-meanwhile')
    const entries = await Promise.all(changes.map((change) => this.#blob(change)))
    const { tree } = await this.#treeAt(base)
    const stored = new Map(tree.map((one) => [one.path, one.sha]))
    // What stands already needs no commit, which would be a deployment for nothing.
    if (entries.every(({ path, sha }) => sha === (stored.get(path) ?? null))) {
      return ok(saveOf(await this.#ask(commitSchema, `/commits/${base}`)))
    }
    return this.#commit(base, entries, { message, author })
  }

  async history() {
    const lists = await Promise.all(
      FOLDERS.map((folder) => {
        const path = `/commits?sha=${this.#access.branch}&path=${folder}&per_page=${SHOWN}`
        return this.#ask(z.array(commitSchema), path)
      }),
    )
    const saves = new Map(lists.flat().map((commit) => [commit.sha, saveOf(commit)]))
    return [...saves.values()]
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
      .slice(0, SHOWN)
  }

  async undoing(id: string) {
    if (!/^[0-9a-f]{40}$/.test(id)) return fail('nothing-to-undo')
    const undone = await this.#ask(commitSchema, `/commits/${id}`)
    const before = undone.parents[0]
    const paths = undone.files.flatMap(({ filename, previous_filename: former }) => [
      filename,
      ...(former === undefined ? [] : [former]),
    ])
    if (!before || !areWithin(paths, FOLDERS)) return fail('nothing-to-undo')
    const parent = await this.#head()
    const [now, then] = await Promise.all([this.#treeAt(parent), this.#treeAt(before.sha)])
    const isKept = undone.files.every(({ filename, status, sha }) => {
      return shaIn(now, filename) === (status === 'removed' ? null : sha)
    })
    if (!isKept) return fail('saved-meanwhile')
    const changes = await Promise.all(
      undone.files.map(({ filename }) => this.#before(filename, shaIn(then, filename), before.sha)),
    )
    return ok({ message: saveOf(undone).message, changes })
  }

  // A text is read, so that it can be checked; a picture stays where it is.
  async #before(path: string, blob: string | null, commit: string): Promise<FileChange> {
    if (blob === null) return { path, isRemoved: true }
    if (!path.startsWith('content/')) return { path, blob }
    return { path, text: (await this.read(path, commit))?.text }
  }
}

/** The content in a repository at GitHub, by its Git data API (docs.github.com/rest/git). Throws GitHostProblem. */
export function gitHub(access: GitHubAccess): ContentRepository {
  return new GitHub(access)
}

const run = promisify(execFile)

const SEPARATOR = '\u001F'
const FORMAT = ['%H', '%s', '%an', '%aI'].join(SEPARATOR)

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
  readonly #content: string
  readonly #folders: readonly string[]

  constructor(root: string, content: string) {
    this.#root = root
    this.#content = content
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
      return { text, version: createHash('sha256').update(text).digest('hex') }
    } catch {
      return undefined
    }
  }

  async tree() {
    const files = contentOnDisk(this.#root, this.#content)
    return { id: contentDigest(files), files }
  }

  async store(bytes: Buffer) {
    const stored = run('git', ['-C', this.#root, 'hash-object', '-w', '--stdin'])
    stored.child.stdin?.end(bytes)
    return (await stored).stdout.trim()
  }

  async stored(blob: string) {
    const bytes = isId(blob) ? await this.#bytesOf(blob).catch(() => undefined) : undefined
    return bytes?.toString('utf8')
  }

  async #bytesOf(object: string): Promise<Buffer> {
    const options = { maxBuffer: 16 * 1024 * 1024, encoding: 'buffer' } as const
    return (await run('git', ['-C', this.#root, 'cat-file', 'blob', object], options)).stdout
  }

  async save({ message, author, changes, expected = [], base }: NewSave) {
    const found = await Promise.all(expected.map(({ path }) => this.read(path)))
    const isChanged = expected.some(({ version }, at) => (found[at]?.version ?? '') !== version)
    if (isChanged) return fail('saved-meanwhile')
    if ((await this.tree()).id !== base) return fail('saved-meanwhile')
    for (const { path, text, base64, blob, isRemoved } of changes) {
      const place = join(this.#root, path)
      await mkdir(/* turbopackIgnore: true */ dirname(place), { recursive: true })
      if (!(await this.#isOwnPlace(path))) return fail('host-refused')
      const known = blob === undefined ? undefined : await this.#bytesOf(blob)
      const bytes = text ?? known ?? Buffer.from(base64 ?? '', 'base64')
      if (isRemoved) await rm(/* turbopackIgnore: true */ place)
      else await writeFile(/* turbopackIgnore: true */ place, bytes)
    }
    const paths = changes.map(({ path }) => path)
    await this.#git('add', '--', ...paths)
    // What stands already needs no commit, and Git makes none.
    const changed = await this.#git('diff', '--cached', '--name-only', '--', ...paths)
    if (changed === '') return this.#newest()
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

  async undoing(id: string) {
    if (!isId(id)) return fail('nothing-to-undo')
    try {
      const listed = await this.#git('show', '--format=', '--name-only', '--no-renames', '-z', id)
      const names = listed.split('\0').filter(Boolean)
      if (!areWithin(names, this.#folders)) return fail('nothing-to-undo')
      await this.#git('diff', '--quiet', id, '--', ...names)
      const message = (await this.#git('show', '-s', '--format=%s', id)).trim()
      const there = await this.#git('ls-tree', '--name-only', '-z', `${id}^`, '--', ...names)
      const kept = new Set(there.split('\0'))
      const changes = await Promise.all(names.map((name) => this.#before(id, name, kept)))
      return ok({ message, changes })
    } catch {
      return fail('saved-meanwhile')
    }
  }

  async #before(id: string, path: string, kept: ReadonlySet<string>): Promise<FileChange> {
    if (!kept.has(path)) return { path, isRemoved: true }
    const bytes = await this.#bytesOf(`${id}^:${path}`)
    return path.startsWith(`${PICTURES}/`)
      ? { path, base64: bytes.toString('base64') }
      : { path, text: bytes.toString('utf8') }
  }
}

/**
 * The content of a working folder with Git, as on a laptop: its folder `content` and the pictures. A save is a
 * commit of its files alone.
 */
export function workingFolder(root: string, content: string): ContentRepository {
  return new WorkingFolder(root, content)
}
