import { createServer, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'

import { readMails } from './mails.ts'
import { mailboxPage } from './page.ts'

const { values: given } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    auth: { type: 'string' },
    project: { type: 'string', default: 'demo-ourtee' },
  },
})

async function answer(response: ServerResponse): Promise<void> {
  const mails = await readMails(given.auth ?? '', given.project).catch(() => null)
  response.writeHead(mails ? 200 : 502, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  })
  response.end(mailboxPage(mails))
}

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/') void answer(response)
  else response.writeHead(404).end()
})

server.once('error', (error) => {
  console.error('mailbox:', error.message)
  process.exit(1)
})
server.listen(Number(given.port), '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address)
    console.log(`mailbox http://127.0.0.1:${address.port}`)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => process.exit(0))
}
