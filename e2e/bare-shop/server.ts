import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'

import { answer } from './answer.ts'
import { forRequest } from './request.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const headers = new Headers(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] satisfies [string, string]] : [],
    ),
  )
  const body = await bodyOf(request)
  const input = new Request(new URL(url, `http://${request.headers.host}`), {
    method,
    headers,
    ...(method === 'POST' ? { body: new Uint8Array(body) } : {}),
  })
  const answered = await forRequest(headers, () => answer(input))
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(Number(values.port), 'localhost', () => console.log('Ready in no time'))
process.once('SIGTERM', () => process.exit(0))
