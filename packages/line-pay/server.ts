import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import {
  answer,
  type Call,
  isForThisMachine,
  readCall,
  type Reply,
  sendReply,
} from '../stand-in/http.ts'
import { listen } from '../stand-in/ports.ts'
import { answerApi } from './api.ts'
import { answerPage } from './approval-page.ts'
import { type LinePay, openStore, readSettings } from './context.ts'
import { answerControl } from './control.ts'
import { Faults } from './faults.ts'

async function find(linePay: LinePay, call: Call): Promise<Reply> {
  if (!isForThisMachine(call)) return answer(421, { error: 'This machine only.' })
  if (/^\/_local(\/|$)/.test(call.path)) return answerControl(linePay, call)
  if (call.path.startsWith('/web/')) return answerPage(linePay, call)
  return answerApi(linePay, call)
}

async function respond(
  linePay: LinePay,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await find(linePay, await readCall(request))
    linePay.store.save()
    sendReply(response, reply)
  } catch (error) {
    // The caller may be gone.
    if (response.destroyed) return
    console.error('line-pay', error)
    sendReply(response, answer(500, { error: 'The stand-in failed.' }))
  }
}

async function start(): Promise<void> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The LINE Pay stand-in does not run in production.')
  const settings = readSettings(process.argv.slice(2))
  const server = createServer()
  const base = await listen(server, settings.port)
  const linePay: LinePay = {
    base,
    settings,
    store: openStore(settings.data),
    faults: new Faults(),
    calls: [],
    confirming: new Map(),
    nonces: new Set(),
  }
  server.on('request', (request, response) => void respond(linePay, request, response))
  // Everything is on the disk before it is answered, so there is nothing to wait for.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
  console.log(`line-pay ${base}`)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
