import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, parse } from 'node:path'

import { listen } from '../../packages/stand-in/ports.ts'

type Answer = { readonly type: string; readonly body: Buffer }

// Serves the pages of a folder, and pictures that it fetches once from the shop. See `plainSitePlan`.
const [folder = '', port = '', shop = ''] = process.argv.slice(2)
const answers = new Map<string, Answer>(
  readdirSync(folder).map((file) => [
    `/${parse(file).name}`,
    { type: 'text/html; charset=utf-8', body: readFileSync(join(folder, file)) },
  ]),
)

async function pictureAt(path: string, accept = '*/*'): Promise<Answer> {
  const answer = await fetch(new URL(path, shop), { headers: { accept } })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  return { type, body: Buffer.from(await answer.arrayBuffer()) }
}

const server = createServer((request, response) => {
  void (async () => {
    const path = request.url ?? '/'
    const known = answers.get(path) ?? (await pictureAt(path, request.headers.accept))
    answers.set(path, known)
    response.setHeader('content-type', known.type)
    response.setHeader('content-length', known.body.length)
    response.end(known.body)
  })()
})

console.log(`Ready at ${await listen(server, Number(port))}`)
