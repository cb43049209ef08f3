import { createHmac, timingSafeEqual } from 'node:crypto'

import { answer, type Call, header, type Reply } from '../stand-in/http.ts'
import { codeText, Refusal } from './codes.ts'
import type { LinePay, LoggedCall } from './context.ts'
import { type Handle, routes } from './endpoints.ts'
import { applyFault, type Operation } from './faults.ts'
import { refsOf } from './payments.ts'

const nonceForm = /^[\da-f]{8}-[\da-f]{4}-[14][\da-f]{3}-[\da-f]{4}-[\da-f]{12}$|^\d{10,}$/i

/** Throws 1104 or 1106 for a call that the shop's channel did not sign over exactly these bytes. */
function requireSignature({ settings, nonces }: LinePay, call: Call): void {
  const channel = header(call, 'x-line-channelid')
  const nonce = header(call, 'x-line-authorization-nonce') ?? ''
  const input = Buffer.from(header(call, 'x-line-authorization') ?? '')
  if (channel !== undefined && channel !== settings['channel-id']) throw new Refusal('1104')
  const secret = settings['channel-secret']
  const signed = createHmac('sha256', secret)
    .update(secret + call.path)
    .update(call.method === 'POST' ? call.bytes : call.rawQuery)
    .update(nonce)
    .digest('base64')
  const isRight = input.length === signed.length && timingSafeEqual(input, Buffer.from(signed))
  if (channel === undefined || !nonceForm.test(nonce) || !isRight) throw new Refusal('1106')
  if (nonces.has(nonce)) throw new Refusal('1106', 'The nonce was used before.')
  nonces.add(nonce)
  const type = header(call, 'content-type') ?? ''
  if (call.method === 'POST' && !type.startsWith('application/json'))
    throw new Refusal('1106', '[Content-Type]')
}

type RouteMatch = { op: Operation; id: string; handle: Handle }

function match({ method, path }: Call): RouteMatch | undefined {
  for (const [wanted, pattern, op, handle] of routes) {
    const found = pattern.exec(path)
    if (method === wanted && found !== null) return { op, id: found[1] ?? '', handle }
  }
  return undefined
}

function jsonOf(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Every id by which a fault or a test may name this call. */
function refsOfCall({ store }: LinePay, { op, id }: RouteMatch, call: Call): readonly string[] {
  if (op === 'request') {
    const { orderId, redirectUrls } = jsonOf(call.body)
    const { confirmUrl = '' } = Object(redirectUrls)
    return refsOf({ orderId: String(orderId), confirmUrl: String(confirmUrl) })
  }
  const requests = op === 'details' ? [...call.query.values()] : [id]
  const found = store.payments
    .list()
    .filter(
      (one) => requests.includes(one.id) || (op === 'details' && requests.includes(one.orderId)),
    )
  return [...new Set([...requests, ...found.flatMap(refsOf)])]
}

async function act(
  linePay: LinePay,
  call: Call,
  matched: RouteMatch,
  log: LoggedCall,
): Promise<Reply> {
  requireSignature(linePay, call)
  const before = linePay.faults.take('before', log)
  log.fault = before?.name ?? null
  const replaced = await applyFault(before, undefined)
  if (replaced !== undefined) return replaced
  const state = linePay.store.payments.get(matched.id)?.state ?? null
  log.state = linePay.confirming.has(matched.id) ? 'CONFIRMING' : state
  const text = await matched.handle(linePay, call, matched.id)
  const after = linePay.faults.take('after', log)
  log.fault = after?.name ?? log.fault
  return applyFault(after, answer(200, text))
}

const mostCalls = 20_000

/** Answers a call to the API: always 200, and what happened as a code; 404 for an address that it does not have. */
export async function answerApi(linePay: LinePay, call: Call): Promise<Reply> {
  const matched = match(call)
  if (matched === undefined) return answer(404, { error: 'No such call.' })
  const log: LoggedCall = {
    at: new Date().toISOString(),
    op: matched.op,
    refs: refsOfCall(linePay, matched, call),
    state: null,
    code: null,
    fault: null,
  }
  linePay.calls.push(log)
  if (linePay.calls.length > mostCalls) linePay.calls.shift()
  try {
    const reply = await act(linePay, call, matched, log)
    if (typeof reply === 'object')
      log.code = /"returnCode":"(\w+)"/.exec(String(reply.body))?.[1] ?? null
    return reply
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.code = error.code
    return answer(200, codeText(error.code, error.message))
  }
}
