import { createServer, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { listen } from '../ports.ts'
import { type Mail, mailboxPage } from './page.ts'

const { values: given } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    auth: { type: 'string' },
    project: { type: 'string', default: 'demo-ourtee' },
  },
})

const mailSchema = z.object({ email: z.string(), requestType: z.string(), oobLink: z.url() })
const answerSchema = z.object({ oobCodes: z.array(mailSchema).default([]) })

/** Every mail since the sign-in service started whose link is unused, the newest first. */
async function readMails(): Promise<Mail[]> {
  const address = `http://${given.auth}/emulator/v1/projects/${given.project}/oobCodes`
  const response = await fetch(address, { signal: AbortSignal.timeout(3_000) })
  if (!response.ok) throw new Error(`The sign-in service answered ${response.status}`)
  return answerSchema.parse(await response.json()).oobCodes.toReversed()
}

async function answer(response: ServerResponse): Promise<void> {
  const mails = await readMails().catch(() => null)
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

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => process.exit(0))
}
console.log(`mailbox ${await listen(server, Number(given.port))}`)
