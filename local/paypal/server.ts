import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerAdmin } from './admin.ts'
import { answerApi } from './api.ts'
import { answerWindow } from './approval-window.ts'
import { openCertificate } from './certificate.ts'
import type { Desk } from './desk.ts'
import { errorBody, PayPalError } from './errors.ts'
import { answer, header, readCall, sendReply, type Call, type Reply } from './http.ts'
import { newDebugId } from './identifiers.ts'
import { readCertificate } from './notifications.ts'
import { expireOverdue } from './orders.ts'
import { Faults } from './scenarios.ts'
import { serveScript } from './sdk-script.ts'
import { accountOf, readSettings, type Settings } from './settings.ts'
import { openStore } from './store.ts'
import { eventTypes } from './webhook-event.ts'
import { Webhooks } from './webhooks.ts'

const minute = 60_000

function openDesk(settings: Settings, base: string): Desk {
  const store = openStore(settings.data)
  const certificate = openCertificate(settings.data)
  const faults = new Faults()
  const { webhookUrl: url, webhookId: id, webhookDelayMs: delayMs } = settings
  if (url !== undefined) store.commit([store.webhooks.put({ id, url, eventTypes })])
  const webhooks = new Webhooks({ store, faults, certificate, base, delayMs })
  const account = accountOf(settings)
  return { base, settings, account, store, faults, webhooks, certificate, calls: [] }
}

async function find(desk: Desk, call: Call, debugId: string): Promise<Reply> {
  const host = header(call, 'host') ?? ''
  // A page that has its own name resolve to this machine must not reach it.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host))
    return answer(421, { error: 'This machine only.' })
  const certificate = /^\/v1\/notifications\/certs\/([^/]+)$/.exec(call.path)
  if (call.method === 'GET' && certificate !== null)
    return readCertificate(desk, certificate[1] ?? '')
  if (call.method === 'GET' && call.path === '/sdk/js') return serveScript(desk, call)
  const reply =
    (await answerAdmin(desk, call)) ??
    (await answerWindow(desk, call)) ??
    (await answerApi(desk, call, debugId))
  if (reply === undefined) throw new PayPalError(404)
  return reply
}

async function respond(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const debugId = newDebugId()
  try {
    const call = await readCall(request)
    if (call === null)
      return sendReply(response, answer(413, { error: 'At most one megabyte.' }), debugId)
    sendReply(response, await find(desk, call, debugId), debugId)
  } catch (error) {
    // Only the response says whether the caller is gone: the request is destroyed once its body was read.
    if (response.destroyed) return
    const refused = error instanceof PayPalError ? error : new PayPalError(500)
    if (refused !== error) console.error(`paypal ${debugId}`, error)
    sendReply(response, answer(refused.status, errorBody(refused, debugId)), debugId)
  }
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address()
      const actual = typeof bound === 'object' && bound !== null ? bound.port : port
      resolve(`http://127.0.0.1:${actual}`)
    })
  })
}

async function start(): Promise<void> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The PayPal stand-in does not run in production.')
  const settings = readSettings(process.argv.slice(2))
  const server = createServer()
  const base = await listen(server, settings.port)
  const desk = openDesk(settings, base)
  server.on('request', (request, response) => void respond(desk, request, response))
  expireOverdue(desk, Date.now())
  setInterval(() => expireOverdue(desk, Date.now()), minute).unref()
  desk.webhooks.wake()
  const stop = (): void => {
    desk.webhooks.stop()
    // Every commit is on the disk before its answer, so there is nothing to wait for.
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`paypal ${base}`)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
