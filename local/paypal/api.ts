import { issueToken, requireToken } from './access.ts'
import { refsOf, type Desk, type LoggedCall } from './desk.ts'
import { listDisputes, readDispute } from './disputes.ts'
import {
  capture,
  createOrder,
  readCapture,
  readOrder,
  readRefund,
  refund,
  rememberRefusal,
} from './endpoints.ts'
import { errorBody, isIssue, PayPalError, refusal } from './errors.ts'
import { answer, header, type Call, type Reply, isObject, parseBody } from './http.ts'
import { listWebhooks, readWebhook, registerWebhook, removeWebhook } from './notifications.ts'
import { report } from './report.ts'
import { applyAfter, applyBefore, type Occasion, type Operation } from './scenarios.ts'

type Handle = (desk: Desk, call: Call, id: string) => Reply

const routes: readonly [string, RegExp, Operation, Handle][] = [
  ['POST', /^\/v1\/oauth2\/token$/, 'token', issueToken],
  ['POST', /^\/v2\/checkout\/orders$/, 'create', createOrder],
  ['GET', /^\/v2\/checkout\/orders\/([^/]+)$/, 'get', readOrder],
  ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/, 'capture', capture],
  ['GET', /^\/v2\/payments\/captures\/([^/]+)$/, 'get-capture', readCapture],
  ['POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/, 'refund', refund],
  ['GET', /^\/v2\/payments\/refunds\/([^/]+)$/, 'get-capture', readRefund],
  ['GET', /^\/v1\/customer\/disputes$/, 'dispute', listDisputes],
  ['GET', /^\/v1\/customer\/disputes\/([^/]+)$/, 'dispute', readDispute],
  ['GET', /^\/v1\/reporting\/transactions$/, 'report', report],
  ['GET', /^\/v1\/notifications\/webhooks$/, 'report', listWebhooks],
  ['POST', /^\/v1\/notifications\/webhooks$/, 'report', registerWebhook],
  ['GET', /^\/v1\/notifications\/webhooks\/([^/]+)$/, 'report', readWebhook],
  ['DELETE', /^\/v1\/notifications\/webhooks\/([^/]+)$/, 'report', removeWebhook],
]

function refsOfBody(body: string): string[] {
  try {
    const read: unknown = JSON.parse(body)
    const units: unknown = isObject(read) ? read['purchase_units'] : undefined
    const unit: unknown = Array.isArray(units) ? units[0] : undefined
    if (!isObject(unit)) return []
    return [unit['invoice_id'], unit['custom_id']].filter((ref) => typeof ref === 'string')
  } catch {
    return []
  }
}

function refsOfCall(desk: Desk, op: Operation, call: Call, id: string): string[] {
  if (op === 'create') return refsOfBody(call.body)
  const { orders, captures, refunds, disputes } = desk.store
  const captureId = refunds.get(id)?.captureId ?? disputes.get(id)?.captureId
  const named = captureId ?? call.query.get('disputed_transaction_id') ?? id
  const order = orders.get(captures.get(named)?.orderId ?? id)
  const ids = [id, named].filter((one, at, all) => one !== '' && all.indexOf(one) === at)
  return [...ids, ...(order === undefined ? [] : refsOf(order))]
}

const statusByCode = {
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMIT_REACHED: 429,
} as const

/** The header PayPal-Mock-Response, which PayPal's sandbox honours: refuse with this code, do nothing. */
function requireNoMock(call: Call): void {
  const asked = header(call, 'paypal-mock-response')
  if (asked === undefined) return
  const read = parseBody(asked)
  const code = isObject(read) ? read['mock_application_codes'] : undefined
  if (typeof code !== 'string')
    throw refusal('INVALID_PARAMETER_SYNTAX', 'PayPal-Mock-Response', asked)
  if (isIssue(code)) throw refusal(code)
  for (const [name, status] of Object.entries(statusByCode))
    if (name === code) throw new PayPalError(status)
  throw refusal('INVALID_PARAMETER_VALUE', 'PayPal-Mock-Response', code)
}

type Matched = { op: Operation; id: string; handle: Handle }

async function act(
  desk: Desk,
  call: Call,
  { op, id, handle }: Matched,
  log: LoggedCall,
): Promise<Reply> {
  const occasion: Occasion = { op, refs: log.refs }
  const before = desk.faults.take('before', occasion)
  if (before !== undefined) log.scenario = before.name
  // An expired token is noticed before everything else; a scenario may play one.
  if (op !== 'token') requireToken(desk, call)
  if (
    call.method === 'POST' &&
    op !== 'token' &&
    !(header(call, 'content-type') ?? '').startsWith('application/json')
  ) {
    throw new PayPalError(415)
  }
  try {
    requireNoMock(call)
    const struck = await applyBefore(before)
    if (struck !== undefined) return struck
  } catch (error) {
    if (op === 'capture') rememberRefusal(desk, call, id, error)
    throw error
  }
  const reply = handle(desk, call, id)
  // Asked for at once, before another call can act: these events belong to this call.
  await desk.webhooks.sendEarly()
  const after = desk.faults.take('after', occasion)
  if (after !== undefined) log.scenario = after.name
  return applyAfter(after, reply)
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    throw new PayPalError(404)
  }
}

function match(call: Call): Matched | undefined {
  for (const [method, pattern, op, handle] of routes) {
    const found = pattern.exec(call.path)
    if (method === call.method && found !== null) return { op, id: decoded(found[1] ?? ''), handle }
  }
  return undefined
}

const mostCalls = 5000

/** Answers a call to PayPal's REST API, scenarios included; undefined when the address is none of its. */
export async function answerApi(
  desk: Desk,
  call: Call,
  debugId: string,
): Promise<Reply | undefined> {
  const matched = match(call)
  if (matched === undefined) return undefined
  const log: LoggedCall = {
    at: new Date().toISOString(),
    op: matched.op,
    refs: refsOfCall(desk, matched.op, call, matched.id),
    requestId: header(call, 'paypal-request-id') ?? null,
    prefer: header(call, 'prefer') ?? null,
    status: null,
    issue: null,
    scenario: null,
    debugId,
  }
  desk.calls.push(log)
  if (desk.calls.length > mostCalls) desk.calls.shift()
  try {
    const reply = await act(desk, call, matched, log)
    if (reply.kind === 'answer') log.status = reply.status
    return reply
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.status = error.status
    log.issue = error.details[0]?.issue ?? null
    return answer(error.status, errorBody(error, debugId))
  }
}
