import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { z } from 'zod'

type Tree = ReadonlyMap<string, string>
type Commit = {
  readonly tree: Tree
  readonly parent: string | undefined
  readonly message: string
  readonly author: { readonly name: string; readonly date: string }
}

const hash = (text: string) => createHash('sha1').update(text).digest('hex')

// Git's name of a file's bytes.
const nameOf = (bytes: Buffer) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
const blobSchema = z.object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']) })
const treeSchema = z.object({
  base_tree: z.string(),
  tree: z.array(z.object({ path: z.string(), sha: z.string().nullable() })),
})
const commitSchema = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()),
  author: z.object({ name: z.string(), date: z.string() }),
})
const refSchema = z.object({ sha: z.string(), force: z.literal(false) })

/** A stand-in answer: status and body. */
type Answer = readonly [status: number, body: unknown]

/**
 * GitHub's REST API as the shop uses it, with one token and one branch. Accepts fast-forward
 * updates only.
 */
export class GitHostStandIn {
  readonly token = 'token-of-the-shop'
  readonly #blobs = new Map<string, Buffer>()
  readonly #trees = new Map<string, Tree>()
  readonly #commits = new Map<string, Commit>()
  readonly #server: Server
  #head: string
  /** Called before the branch moves, as when somebody else saves in that moment. */
  beforeMove: () => void = () => {}

  constructor(files: Readonly<Record<string, string>>) {
    this.#head = this.commit(files, undefined, 'first')
    this.#server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const isKnown = request.headers.authorization === `Bearer ${this.token}`
        const [status, body] = isKnown
          ? this.#answer(request.method ?? '', request.url ?? '', text)
          : [401, { message: 'Bad credentials' }]
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address: AddressInfo | string | null = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  stop(): void {
    this.#server.close()
  }

  /** A file as the branch has it. */
  file(path: string): string | undefined {
    const sha = this.#commits.get(this.#head)?.tree.get(path)
    return sha === undefined ? undefined : this.#blobs.get(sha)?.toString('utf8')
  }

  /** Somebody else's commit, straight onto the branch. */
  push(files: Readonly<Record<string, string>>): string {
    this.#head = this.commit(files, this.#head, '修改 by somebody else')
    return this.#head
  }

  private commit(
    files: Readonly<Record<string, string>>,
    parent: string | undefined,
    message: string,
  ) {
    const tree = new Map(parent === undefined ? [] : this.#commits.get(parent)?.tree)
    for (const [path, text] of Object.entries(files)) tree.set(path, this.#blob(text))
    return this.#store({
      tree,
      parent,
      message,
      author: { name: 'somebody', date: new Date().toISOString() },
    })
  }

  #blob(content: string, encoding: 'utf8' | 'base64' = 'utf8'): string {
    const bytes = Buffer.from(content, encoding)
    const sha = nameOf(bytes)
    this.#blobs.set(sha, bytes)
    return sha
  }

  #store(commit: Commit): string {
    const sha = hash(
      JSON.stringify([...commit.tree, commit.parent, commit.message, this.#commits.size]),
    )
    this.#commits.set(sha, commit)
    this.#trees.set(sha, commit.tree)
    return sha
  }

  #shown(sha: string): object {
    const commit = this.#commits.get(sha)
    const before = commit?.parent === undefined ? new Map() : this.#commits.get(commit.parent)?.tree
    const paths = new Set([...(commit?.tree.keys() ?? []), ...(before?.keys() ?? [])])
    const files = [...paths].flatMap((filename) => {
      const [now, then] = [commit?.tree.get(filename), before?.get(filename)]
      if (now === then) return []
      return [{ filename, sha: now ?? then, status: now === undefined ? 'removed' : 'modified' }]
    })
    const parents = commit?.parent === undefined ? [] : [{ sha: commit.parent }]
    return { sha, commit: { message: commit?.message, author: commit?.author }, parents, files }
  }

  #answer(method: string, url: string, text: string): Answer {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const path = pathname.replace('/repos/ourtee/shop', '')
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (method === 'GET') return this.#read(path, searchParams.get('ref'))
    if (path === '/git/blobs') {
      const { content, encoding } = blobSchema.parse(body)
      return [201, { sha: this.#blob(content, encoding === 'base64' ? 'base64' : 'utf8') }]
    }
    if (path === '/git/trees') return this.#makeTree(treeSchema.parse(body))
    if (path === '/git/commits') {
      const { message, tree, parents, author } = commitSchema.parse(body)
      const made = { tree: this.#trees.get(tree) ?? new Map(), parent: parents[0], message, author }
      return [201, { sha: this.#store(made) }]
    }
    return this.#move(refSchema.parse(body).sha)
  }

  #makeTree({ base_tree: base, tree }: z.infer<typeof treeSchema>): Answer {
    const made = new Map(this.#trees.get(base))
    for (const { path, sha } of tree) {
      if (sha === null) made.delete(path)
      else made.set(path, sha)
    }
    const sha = hash(JSON.stringify([...made]))
    this.#trees.set(sha, made)
    return [201, { sha }]
  }

  #move(sha: string): Answer {
    this.beforeMove()
    if (this.#commits.get(sha)?.parent !== this.#head)
      return [422, { message: 'not a fast forward' }]
    this.#head = sha
    return [200, { object: { sha } }]
  }

  #read(path: string, ref: string | null): Answer {
    const at = ref !== null && this.#commits.has(ref) ? ref : this.#head
    if (path.startsWith('/git/ref/heads/')) return [200, { object: { sha: this.#head } }]
    if (path.startsWith('/git/trees/')) {
      const tree = this.#trees.get(path.slice('/git/trees/'.length)) ?? new Map<string, string>()
      return [200, { tree: [...tree].map(([one, sha]) => ({ path: one, sha, type: 'blob' })) }]
    }
    if (path.startsWith('/git/blobs/')) {
      const sha = path.slice('/git/blobs/'.length)
      const bytes = this.#blobs.get(sha)
      if (bytes === undefined) return [404, { message: 'Not Found' }]
      return [200, { sha, content: bytes.toString('base64') }]
    }
    if (path.startsWith('/contents/')) {
      const sha = this.#commits.get(at)?.tree.get(path.slice('/contents/'.length))
      if (sha === undefined) return [404, { message: 'Not Found' }]
      return [200, { sha, content: this.#blobs.get(sha)?.toString('base64') ?? '' }]
    }
    if (path === '/commits') {
      return [200, [...this.#commits.keys()].toReversed().map((sha) => this.#shown(sha))]
    }
    return [200, this.#shown(path.slice('/commits/'.length))]
  }
}
