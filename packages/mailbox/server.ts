import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { listen } from '../stand-in/ports.ts'
import { openLetters } from './letters.ts'
import { readMails } from './mails.ts'
import { mailboxPage } from './page.ts'
import { MAIL_FAULTS, MailFaults, mailFaultSchema, startSmtp } from './smtp.ts'

const { values: input } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'smtp-port': { type: 'string', default: '0' },
    data: { type: 'string', default: '.local/mails' },
    auth: { type: 'string' },
    project: { type: 'string', default: 'demo-ourtee' },
  },
})

const letters = openLetters(input.data)
const faults = new MailFaults()

const HEADERS = {
  'cache-control': 'no-store',
  // A mail's own styles may show; nothing of it is loaded or run.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'",
}

async function showPage(response: ServerResponse): Promise<void> {
  const mails =
    input.auth === undefined ? [] : await readMails(input.auth, input.project).catch(() => null)
  const page = mailboxPage(mails, await letters.all())
  response.writeHead(mails ? 200 : 502, { ...HEADERS, 'content-type': 'text/html; charset=utf-8' })
  response.end(page)
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function addFault(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  try {
    faults.add(mailFaultSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
    answer(response, 201, { faults: faults.list() })
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : 'This is no JSON.'
    answer(response, 400, { error: message })
  }
}

const CALLS = [
  'GET /_local/mails ?about= (a text in the Message-ID)',
  'GET /_local/faults',
  'POST /_local/faults {fault, to?, times?}',
  'DELETE /_local/faults',
]

async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Tests and people call it; a page in the browser has no business here.
  if (request.headers.origin !== undefined) {
    answer(response, 403, { error: 'Pages cannot use the remote control.' })
    return
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mailbox')
  switch (`${request.method} ${pathname}`) {
    case 'GET /_local/mails': {
      const about = searchParams.get('about') ?? ''
      answer(response, 200, { mails: await letters.all(about) })
      return
    }
    case 'GET /_local/faults':
      answer(response, 200, { faults: faults.list() })
      return
    case 'POST /_local/faults':
      await addFault(request, response)
      return
    case 'DELETE /_local/faults':
      faults.clear()
      answer(response, 200, { faults: [] })
      return
    default:
      answer(response, 404, { calls: CALLS, faults: MAIL_FAULTS })
  }
}

const server = createServer((request, response) => {
  if (request.url?.startsWith('/_local') === true) void control(request, response)
  else if (request.method === 'GET' && request.url === '/') void showPage(response)
  else response.writeHead(404).end()
})

const smtp = await startSmtp(Number(input['smtp-port']), letters, faults)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => process.exit(0))
}
console.log(`mailbox ${await listen(server, Number(input.port))} ${smtp}`)
