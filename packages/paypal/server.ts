import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import {
  answer,
  type Call,
  header,
  isForThisMachine,
  readCall,
  type Reply,
  sendReply,
} from '../stand-in/http.ts'
import { listen } from '../stand-in/ports.ts'
import { answerApi } from './api.ts'
import { answerWindow, serveScript } from './approval-window.ts'
import type { PayPal } from './context.ts'
import { answerControl } from './control.ts'
import { openCertificate } from './credentials.ts'
import { errorBody, PayPalError } from './errors.ts'
import { Faults } from './faults.ts'
import { expireOverdue } from './orders.ts'
import { newDebugId, openStore, readSettings, type Settings } from './store.ts'
import { Webhooks } from './webhooks.ts'

function open(settings: Settings, base: string): PayPal {
  const parts = {
    base,
    settings,
    store: openStore(settings.data),
    faults: new Faults(),
    certificate: openCertificate(settings.data),
    calls: [],
  }
  return { ...parts, webhooks: new Webhooks(parts) }
}

// Requests of PayPal's client keep PayPal's name, which no other page can have.
function isForPaypal(call: Call): boolean {
  return /^api-m(?:\.sandbox)?\.paypal\.com$/.test(header(call, 'host') ?? '')
}

async function find(paypal: PayPal, call: Call, debugId: string): Promise<Reply> {
  if (!isForThisMachine(call) && !isForPaypal(call))
    return answer(421, { error: 'This machine only.' })
  const { certificate } = paypal
  const { method, path } = call
  if (method === 'GET' && path === `/v1/notifications/certs/${certificate.id}`)
    return { status: 200, body: certificate.pem, type: 'application/x-pem-file' }
  if (method === 'GET' && path === '/sdk/js') return serveScript(paypal, call)
  if (/^\/_local(\/|$)/.test(path)) return answerControl(paypal, call)
  if (/^\/checkoutnow(\/|$)/.test(path)) return answerWindow(paypal, call)
  await setTimeout(paypal.settings['answer-ms'])
  return answerApi(paypal, call, debugId)
}

async function respond(
  paypal: PayPal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const debugId = newDebugId()
  const headers = { 'paypal-debug-id': debugId }
  try {
    const reply = await find(paypal, await readCall(request), debugId)
    paypal.store.save()
    sendReply(response, reply, headers)
  } catch (error) {
    // The caller may be gone.
    if (response.destroyed) return
    const refused = error instanceof PayPalError ? error : new PayPalError(500)
    if (refused !== error) console.error(`paypal ${debugId}`, error)
    sendReply(response, answer(refused.status, errorBody(refused, debugId)), headers)
  }
}

async function start(): Promise<void> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The PayPal stand-in does not run in production.')
  const settings = readSettings(process.argv.slice(2))
  const server = createServer()
  const base = await listen(server, settings.port)
  const paypal = open(settings, base)
  server.on('request', (request, response) => void respond(paypal, request, response))
  const expire = (): void => {
    expireOverdue(paypal, Date.now())
    paypal.store.save()
  }
  expire()
  setInterval(expire, 60_000).unref()
  paypal.webhooks.wake()
  // Everything is on the disk before it is answered, so there is nothing to wait for.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
  console.log(`paypal ${base}`)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
