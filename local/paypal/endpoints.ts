import { commit, fileOf, fingerprintOf, type Desk } from './desk.ts'
import { isIssue, PayPalError, refusal } from './errors.ts'
import { answer, header, type Call, type Reply, isObject, parseBody } from './http.ts'
import { captureOrder, findOrder, mostRefusals, newOrder, requireCapturable } from './orders.ts'
import { findCapture } from './payments.ts'
import type { Order, Refund, RequestKey } from './records.ts'
import { refundCapture } from './refunds.ts'
import { captureBody, orderBody, orderSummary, refundBody, refundLinks } from './representation.ts'
import { parseOrderRequest, parseRefundRequest } from './validate.ts'

function wantsAll(call: Call): boolean {
  const prefer = header(call, 'prefer') ?? 'return=minimal'
  if (prefer === 'return=representation') return true
  if (prefer === 'return=minimal') return false
  throw refusal('INVALID_PARAMETER_VALUE', 'Prefer', prefer)
}

function showOrder(desk: Desk, call: Call, order: Order, status: number): Reply {
  const show = wantsAll(call) ? orderBody : orderSummary
  return answer(status, show(fileOf(desk, order), desk.base))
}

function requestIdOf(call: Call): string | undefined {
  const id = header(call, 'paypal-request-id')
  if (id !== undefined && (id.length < 1 || id.length > 108)) {
    throw refusal('INVALID_STRING_LENGTH', 'PayPal-Request-Id', id)
  }
  return id
}

const hour = 3_600_000
const keptFor = { create: 6 * hour, capture: 6 * hour, refund: 45 * 24 * hour } as const

type Keyed = {
  key: Omit<RequestKey, 'resultId' | 'refusal'> | undefined
  earlier: RequestKey | undefined
}

/** The earlier use of this PayPal-Request-Id, if any; a use for something else is refused. */
function keyOf(desk: Desk, call: Call, op: keyof typeof keptFor): Keyed {
  const requestId = requestIdOf(call)
  if (requestId === undefined) return { key: undefined, earlier: undefined }
  const body = JSON.stringify(parseBody(call.body) ?? {})
  const key = {
    id: `${op}:${requestId}`,
    fingerprint: fingerprintOf(call.path, body),
    at: Date.now(),
  }
  const known = desk.store.requestKeys.get(key.id)
  const earlier = known !== undefined && key.at - known.at < keptFor[op] ? known : undefined
  if (earlier !== undefined && earlier.fingerprint !== key.fingerprint) {
    throw refusal('PAYPAL_REQUEST_ID_PREVIOUSLY_USED', 'PayPal-Request-Id', requestId)
  }
  return { key, earlier }
}

/** Forgets the request ids that PayPal would not know any more at that moment. */
export function forgetKeys(desk: Desk, at: number): void {
  const { requestKeys } = desk.store
  const isOver = ({ id, at: since }: RequestKey): boolean =>
    at - since >= (id.startsWith('refund:') ? keptFor.refund : keptFor.capture)
  const over = requestKeys.list().filter(isOver)
  desk.store.commit(over.map(({ id }) => requestKeys.remove(id)))
}

/** POST /v2/checkout/orders */
export function createOrder(desk: Desk, call: Call): Reply {
  wantsAll(call)
  const request = parseOrderRequest(parseBody(call.body), requestIdOf(call))
  const { key, earlier } = keyOf(desk, call, 'create')
  if (typeof earlier?.resultId === 'string')
    return showOrder(desk, call, findOrder(desk, earlier.resultId), 200)
  const order = newOrder(request)
  const { orders, requestKeys } = desk.store
  const used =
    key === undefined ? [] : [requestKeys.put({ ...key, resultId: order.id, refusal: null })]
  commit(desk, [orders.put(order), ...used], [])
  return showOrder(desk, call, order, order.status === 'CREATED' ? 201 : 200)
}

/** GET /v2/checkout/orders/{id} */
export function readOrder(desk: Desk, _call: Call, id: string): Reply {
  return answer(200, orderBody(fileOf(desk, findOrder(desk, id)), desk.base))
}

// A refusal of the payment itself belongs to its request id; one of the order's state may change by itself.
const boundToKey = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
  'COMPLIANCE_VIOLATION',
])

const attempts = new Set([...boundToKey, 'PAYER_ACTION_REQUIRED'])

function withRefusal(order: Order, issue: string): Order {
  const last = issue === 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'
  const more = order.refusals + (attempts.has(issue) ? 1 : 0)
  return { ...order, refusals: last ? mostRefusals : more }
}

function remember(desk: Desk, order: Order, key: Keyed['key'], error: unknown): void {
  const issue = error instanceof PayPalError ? error.details[0]?.issue : undefined
  if (issue === undefined) return
  const { orders, requestKeys } = desk.store
  const isBound = key !== undefined && boundToKey.has(issue)
  desk.store.commit([
    orders.put(withRefusal(order, issue)),
    ...(isBound ? [requestKeys.put({ ...key, resultId: null, refusal: issue })] : []),
  ])
}

/** Whether this call repeats one that was refused under the same PayPal-Request-Id; then it is refused again. */
function requireFreshAttempt(earlier: RequestKey | undefined): void {
  const issue = earlier?.refusal
  if (typeof issue === 'string' && isIssue(issue)) throw refusal(issue)
}

/** Counts a refusal made by a scenario, and binds it to the call's PayPal-Request-Id, as if PayPal itself had refused. */
export function rememberRefusal(desk: Desk, call: Call, id: string, error: unknown): void {
  const order = desk.store.orders.get(id)
  const { key, earlier } = keyOf(desk, call, 'capture')
  if (order !== undefined && earlier === undefined) remember(desk, order, key, error)
}

/** POST /v2/checkout/orders/{id}/capture */
export function capture(desk: Desk, call: Call, id: string): Reply {
  wantsAll(call)
  const body = parseBody(call.body)
  if (body !== undefined && !isObject(body)) throw refusal('MALFORMED_REQUEST_JSON')
  if (body !== undefined && Object.keys(body).length > 0)
    throw refusal('NOT_SUPPORTED', '/payment_source')
  const order = findOrder(desk, id)
  const { key, earlier } = keyOf(desk, call, 'capture')
  if (typeof earlier?.resultId === 'string') return showOrder(desk, call, order, 200)
  requireFreshAttempt(earlier)
  try {
    requireCapturable(desk, order)
  } catch (error) {
    remember(desk, order, key, error)
    throw error
  }
  const { requestKeys } = desk.store
  const done = captureOrder(desk, order, (made) =>
    key === undefined ? [] : [requestKeys.put({ ...key, resultId: made.id, refusal: null })],
  )
  return showOrder(desk, call, done, 201)
}

/** GET /v2/payments/captures/{id} */
export function readCapture(desk: Desk, _call: Call, id: string): Reply {
  return answer(200, captureBody(findCapture(desk, id), desk.base))
}

function showRefund(desk: Desk, call: Call, refund: Refund, status: number): Reply {
  if (!wantsAll(call))
    return answer(status, {
      id: refund.id,
      status: refund.status,
      links: refundLinks(refund, desk.base),
    })
  return answer(status, refundBody(refund, desk.base))
}

/** POST /v2/payments/captures/{id}/refund */
export function refund(desk: Desk, call: Call, id: string): Reply {
  wantsAll(call)
  const request = parseRefundRequest(parseBody(call.body))
  const found = findCapture(desk, id)
  const { key, earlier } = keyOf(desk, call, 'refund')
  const { refunds, requestKeys } = desk.store
  const before = typeof earlier?.resultId === 'string' ? refunds.get(earlier.resultId) : undefined
  if (before !== undefined) return showRefund(desk, call, before, 200)
  const made = refundCapture(desk, found, request, ({ id: resultId }) =>
    key === undefined ? [] : [requestKeys.put({ ...key, resultId, refusal: null })],
  )
  return showRefund(desk, call, made, 201)
}

/** GET /v2/payments/refunds/{id} */
export function readRefund(desk: Desk, _call: Call, id: string): Reply {
  const found = desk.store.refunds.get(id)
  if (found === undefined) throw refusal('INVALID_RESOURCE_ID', 'refund_id', id)
  return answer(200, refundBody(found, desk.base))
}
