import { answer, type Call, header, isObject, type Reply } from '../stand-in/http.ts'
import type { LoggedCall, PayPal } from './context.ts'
import { issueToken, requireToken } from './credentials.ts'
import { disputeBody, findDispute } from './disputes.ts'
import {
  capture,
  createOrder,
  readCapture,
  readOrder,
  readRefund,
  refund,
  rememberRefusal,
} from './endpoints.ts'
import { errorBody, isIssue, PayPalError, refusal, parseBody } from './errors.ts'
import { applyFault, type Operation } from './faults.ts'
import { createWebhook, listWebhooks, updateWebhook } from './registrations.ts'
import { refsOf } from './store.ts'
import { listTransactions } from './transactions.ts'

type Handle = (paypal: PayPal, call: Call, id: string) => Reply

/** GET /v1/customer/disputes/{id} */
function readDispute(paypal: PayPal, _call: Call, id: string): Reply {
  return answer(200, disputeBody(paypal, findDispute(paypal, id)))
}

const routes: readonly [string, RegExp, Operation, Handle][] = [
  ['POST', /^\/v1\/oauth2\/token$/, 'token', issueToken],
  ['POST', /^\/v2\/checkout\/orders$/, 'create', createOrder],
  ['GET', /^\/v2\/checkout\/orders\/([^/]+)$/, 'get', readOrder],
  ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/, 'capture', capture],
  ['GET', /^\/v2\/payments\/captures\/([^/]+)$/, 'get-capture', readCapture],
  ['POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/, 'refund', refund],
  ['GET', /^\/v2\/payments\/refunds\/([^/]+)$/, 'get-capture', readRefund],
  ['GET', /^\/v1\/customer\/disputes\/([^/]+)$/, 'dispute', readDispute],
  ['GET', /^\/v1\/reporting\/transactions$/, 'report', listTransactions],
  ['GET', /^\/v1\/notifications\/webhooks$/, 'report', listWebhooks],
  ['POST', /^\/v1\/notifications\/webhooks$/, 'register', createWebhook],
  ['PATCH', /^\/v1\/notifications\/webhooks\/([^/]+)$/, 'register', updateWebhook],
]

type RouteMatch = { op: Operation; id: string; handle: Handle }

function match({ method, path }: Call): RouteMatch | undefined {
  for (const [wanted, pattern, op, handle] of routes) {
    const found = pattern.exec(path)
    // PayPal's ids need no encoding, so one with a % is unknown.
    if (method === wanted && found !== null) return { op, id: found[1] ?? '', handle }
  }
  return undefined
}

function refsOfBody(body: string): string[] {
  const read = parseBody(body)
  const units: unknown = isObject(read) ? read['purchase_units'] : undefined
  const unit: unknown = Array.isArray(units) ? units[0] : undefined
  if (!isObject(unit)) return []
  return [unit['invoice_id'], unit['custom_id']].filter((ref) => typeof ref === 'string')
}

/** Every id by which a fault or a test may name this call. */
function refsOfCall({ store }: PayPal, { op, id }: RouteMatch, call: Call): string[] {
  if (op === 'create') return refsOfBody(call.body)
  const captureId = store.refunds.get(id)?.captureId ?? store.disputes.get(id)?.captureId ?? id
  const order = store.orders.get(store.captures.get(captureId)?.orderId ?? id)
  const refs = [id, captureId, ...(order === undefined ? [] : refsOf(order))]
  return [...new Set(refs)].filter((ref) => ref !== '')
}

/** Honours PayPal-Mock-Response as PayPal's sandbox does: throws the issue that it names. */
function throwMocked(call: Call): void {
  const value = header(call, 'paypal-mock-response')
  if (value === undefined) return
  const read = parseBody(value)
  const code = isObject(read) ? read['mock_application_codes'] : undefined
  if (typeof code === 'string' && isIssue(code)) throw refusal(code)
  throw refusal('INVALID_PARAMETER_VALUE', { field: 'PayPal-Mock-Response', value })
}

async function act(
  paypal: PayPal,
  call: Call,
  matched: RouteMatch,
  log: LoggedCall,
): Promise<Reply> {
  const { op, id, handle } = matched
  const type = header(call, 'content-type') ?? ''
  if (op !== 'token') {
    requireToken(paypal, call)
    if (call.method !== 'GET' && !type.startsWith('application/json')) throw new PayPalError(415)
  }
  const before = paypal.faults.take('before', log)
  log.fault = before?.name ?? null
  try {
    throwMocked(call)
    const replaced = await applyFault(before, undefined)
    if (replaced !== undefined) return replaced
  } catch (error) {
    if (op === 'capture') rememberRefusal(paypal, call, id, error)
    throw error
  }
  const reply = handle(paypal, call, id)
  // Runs before the first await, so that these events belong to this call.
  await paypal.webhooks.sendEarly()
  const after = paypal.faults.take('after', log)
  log.fault = after?.name ?? log.fault
  return applyFault(after, reply)
}

const mostCalls = 5000

/** Answers a call to PayPal's REST API. Throws 404 for an address that it does not have. */
export async function answerApi(paypal: PayPal, call: Call, debugId: string): Promise<Reply> {
  const matched = match(call)
  if (matched === undefined) {
    console.error(`paypal: ${call.method} ${call.path} is not served (README.md, What it serves).`)
    throw new PayPalError(404)
  }
  const log: LoggedCall = {
    at: new Date().toISOString(),
    op: matched.op,
    refs: refsOfCall(paypal, matched, call),
    requestId: header(call, 'paypal-request-id') ?? null,
    status: null,
    issue: null,
    fault: null,
  }
  paypal.calls.push(log)
  if (paypal.calls.length > mostCalls) paypal.calls.shift()
  try {
    const reply = await act(paypal, call, matched, log)
    if (typeof reply === 'object') log.status = reply.status
    return reply
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.status = error.status
    log.issue = error.details[0]?.issue ?? null
    return answer(error.status, errorBody(error, debugId))
  }
}
