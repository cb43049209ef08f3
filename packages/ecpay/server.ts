import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

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
import { answerCodes, answerInvoices, answerLogistics, answerPayments } from './api.ts'
import { payCode, pushCode } from './codes.ts'
import { type Ecpay, openStore, readSettings } from './context.ts'
import { answerControl } from './control.ts'
import { Faults } from './faults.ts'
import { overviewPage } from './pages.ts'
import { findParcel, scriptNames, step } from './parcels.ts'
import { pushStatus } from './pushes.ts'

/** A button of the overview: a number is paid, or the next step of a parcel, or another life. */
async function press(ecpay: Ecpay, call: Call): Promise<Reply> {
  const from = header(call, 'origin') ?? 'null'
  if (from !== 'null' && from !== ecpay.base) return answer(403, { error: 'Forbidden' })
  const form = new URLSearchParams(call.body)
  const code = ecpay.store.codes.get(form.get('code') ?? '')
  if (code !== undefined) {
    await pushCode(ecpay, payCode(ecpay, code, {}), 'once')
    return { ...answer(303, ''), headers: { location: '/' } }
  }
  const parcel = findParcel(ecpay, form.get('parcel') ?? '')
  if (parcel === undefined) return answer(404, { error: 'No such parcel.' })
  const script = scriptNames.find((name) => name === form.get('do'))
  if (script) ecpay.store.parcels.put({ ...parcel, script })
  else await pushStatus(ecpay, step(ecpay, parcel), 'once')
  return { ...answer(303, ''), headers: { location: '/' } }
}

async function find(ecpay: Ecpay, call: Call): Promise<Reply> {
  if (!isForThisMachine(call)) return answer(421, { error: 'This machine only.' })
  if (/^\/_local(\/|$)/.test(call.path)) return answerControl(ecpay, call)
  if (call.path === '/' && call.method === 'GET') return overviewPage(ecpay)
  if (call.path === '/press' && call.method === 'POST') return press(ecpay, call)
  const reply =
    (await answerLogistics(ecpay, call)) ??
    (await answerPayments(ecpay, call)) ??
    (await answerCodes(ecpay, call)) ??
    (await answerInvoices(ecpay, call))
  return reply ?? answer(404, { error: 'No such call.' })
}

async function respond(
  ecpay: Ecpay,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await find(ecpay, await readCall(request))
    ecpay.store.save()
    sendReply(response, reply)
  } catch (error) {
    // The caller may be gone.
    if (response.destroyed) return
    console.error('ecpay', error)
    sendReply(response, answer(500, { error: 'The stand-in failed.' }))
  }
}

// One step of every parcel's life, with its push, each so many seconds.
function liveOn(ecpay: Ecpay, seconds: number): void {
  if (seconds === 0) return
  setInterval(() => {
    for (const parcel of ecpay.store.parcels.list()) {
      const now = step(ecpay, parcel)
      if (now !== parcel) void pushStatus(ecpay, now, 'once')
    }
    ecpay.store.save()
  }, seconds * 1000).unref()
}

async function start(): Promise<void> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The ECPay stand-in does not run in production.')
  const settings = readSettings(process.argv.slice(2))
  const server = createServer()
  const base = await listen(server, settings.port)
  const ecpay: Ecpay = {
    base,
    settings,
    store: openStore(settings.data),
    faults: new Faults(),
    calls: [],
    pushes: [],
    shutUntil: 0,
  }
  server.on('request', (request, response) => void respond(ecpay, request, response))
  liveOn(ecpay, settings['day-seconds'])
  // Everything is on the disk before it is answered, so there is nothing to wait for.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
  console.log(`ecpay ${base}`)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
