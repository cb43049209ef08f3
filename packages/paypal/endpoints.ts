import { createHash } from 'node:crypto'

import { answer, type Call, header, isObject, type Reply } from '../stand-in/http.ts'
import type { PayPal } from './context.ts'
import { PayPalError, refusal, parseBody } from './errors.ts'
import { captureOrder, findOrder, mostRefusals, newOrder, requireCapturable } from './orders.ts'
import { findCapture, findRefund, refundCapture } from './payments.ts'
import type { Order, Refund, RequestKey } from './records.ts'
import {
  captureBody,
  orderBody,
  orderSummary,
  refundBody,
  refundSummary,
} from './representation.ts'
import { fileOf } from './store.ts'
import { parseOrderRequest, parseRefundRequest } from './validate.ts'

function wantsAll(call: Call): boolean {
  const value = header(call, 'prefer') ?? 'return=minimal'
  if (value === 'return=representation') return true
  if (value === 'return=minimal') return false
  throw refusal('INVALID_PARAMETER_VALUE', { field: 'Prefer', value })
}

function showOrder(paypal: PayPal, call: Call, order: Order, status: number): Reply {
  const show = wantsAll(call) ? orderBody : orderSummary
  return answer(status, show(fileOf(paypal, order), paypal.base))
}

function showRefund({ base }: PayPal, call: Call, refund: Refund, status: number): Reply {
  return answer(status, (wantsAll(call) ? refundBody : refundSummary)(refund, base))
}

const hour = 3_600_000
const retainedFor = { create: 6 * hour, capture: 6 * hour, refund: 45 * 24 * hour } as const

/** A call's PayPal-Request-Id, and how an earlier call with it ended. */
type Key = {
  earlier: RequestKey | undefined
  used: (result: { resultId: string } | { refusal: string }) => void
}

function requestIdOf(call: Call): string | undefined {
  const value = header(call, 'paypal-request-id')
  if (value === undefined || (value.length >= 1 && value.length <= 108)) return value
  throw refusal('INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id', value })
}

/** Reads the PayPal-Request-Id. Throws when it was used for another call. */
function keyOf({ store }: PayPal, call: Call, op: keyof typeof retainedFor): Key {
  const requestId = requestIdOf(call)
  if (requestId === undefined) return { earlier: undefined, used: () => {} }
  const content = JSON.stringify([call.path, parseBody(call.body) ?? {}])
  const fingerprint = createHash('sha256').update(content).digest('hex')
  const key = { id: `${op}:${requestId}`, fingerprint, at: Date.now() }
  const known = store.requestKeys.get(key.id)
  const earlier = known && key.at - known.at < retainedFor[op] ? known : undefined
  if (earlier !== undefined && earlier.fingerprint !== fingerprint) {
    const place = { field: 'PayPal-Request-Id', value: requestId }
    throw refusal('PAYPAL_REQUEST_ID_PREVIOUSLY_USED', place)
  }
  const open = { ...key, resultId: null, refusal: null }
  return { earlier, used: (result) => void store.requestKeys.put({ ...open, ...result }) }
}

/** Forgets the request ids that PayPal would not know any more at that moment. */
export function forgetKeys({ store }: PayPal, at: number): void {
  const isOver = ({ id, at: since }: RequestKey): boolean =>
    at - since >= (id.startsWith('refund:') ? retainedFor.refund : retainedFor.capture)
  for (const { id } of store.requestKeys.list().filter(isOver)) store.requestKeys.remove(id)
}

/** POST /v2/checkout/orders */
export function createOrder(paypal: PayPal, call: Call): Reply {
  wantsAll(call)
  const request = parseOrderRequest(parseBody(call.body), requestIdOf(call))
  const { earlier, used } = keyOf(paypal, call, 'create')
  if (typeof earlier?.resultId === 'string')
    return showOrder(paypal, call, findOrder(paypal, earlier.resultId), 200)
  const order = newOrder(paypal, request)
  used({ resultId: order.id })
  return showOrder(paypal, call, order, order.status === 'CREATED' ? 201 : 200)
}

/** GET /v2/checkout/orders/{id} */
export function readOrder(paypal: PayPal, _call: Call, id: string): Reply {
  return answer(200, orderBody(fileOf(paypal, findOrder(paypal, id)), paypal.base))
}

// A refusal of the payment stays with its request id. One because of the order's state does not.
const boundToKey = [
  'INSTRUMENT_DECLINED',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
  'COMPLIANCE_VIOLATION',
]

function withRefusal(order: Order, issue: string): Order {
  const counts = boundToKey.includes(issue) || issue === 'PAYER_ACTION_REQUIRED'
  const isLast = issue === 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'
  return { ...order, refusals: isLast ? mostRefusals : order.refusals + (counts ? 1 : 0) }
}

/** Counts a refused capture, and binds the refusal to the call's PayPal-Request-Id. */
export function rememberRefusal(paypal: PayPal, call: Call, id: string, error: unknown): void {
  const order = paypal.store.orders.get(id)
  const issue = error instanceof PayPalError ? error.details[0]?.issue : undefined
  const { earlier, used } = keyOf(paypal, call, 'capture')
  if (order === undefined || issue === undefined || earlier !== undefined) return
  if (boundToKey.includes(issue)) used({ refusal: issue })
  paypal.store.orders.put(withRefusal(order, issue))
}

/** POST /v2/checkout/orders/{id}/capture */
export function capture(paypal: PayPal, call: Call, id: string): Reply {
  wantsAll(call)
  const body = parseBody(call.body) ?? {}
  if (!isObject(body)) throw refusal('MALFORMED_REQUEST_JSON')
  if (Object.keys(body).length > 0) throw refusal('NOT_SUPPORTED', { field: '/payment_source' })
  const order = findOrder(paypal, id)
  const { earlier, used } = keyOf(paypal, call, 'capture')
  if (typeof earlier?.resultId === 'string') return showOrder(paypal, call, order, 200)
  if (typeof earlier?.refusal === 'string') throw refusal(earlier.refusal)
  try {
    requireCapturable(paypal, order)
  } catch (error) {
    rememberRefusal(paypal, call, id, error)
    throw error
  }
  used({ resultId: order.id })
  return showOrder(paypal, call, captureOrder(paypal, order), 201)
}

/** GET /v2/payments/captures/{id} */
export function readCapture(paypal: PayPal, _call: Call, id: string): Reply {
  return answer(200, captureBody(findCapture(paypal, id), paypal.base))
}

/** POST /v2/payments/captures/{id}/refund */
export function refund(paypal: PayPal, call: Call, id: string): Reply {
  wantsAll(call)
  const request = parseRefundRequest(parseBody(call.body))
  const found = findCapture(paypal, id)
  const { earlier, used } = keyOf(paypal, call, 'refund')
  if (typeof earlier?.resultId === 'string')
    return showRefund(paypal, call, findRefund(paypal, earlier.resultId), 200)
  const made = refundCapture(paypal, found, request)
  used({ resultId: made.id })
  return showRefund(paypal, call, made, 201)
}

/** GET /v2/payments/refunds/{id} */
export function readRefund(paypal: PayPal, _call: Call, id: string): Reply {
  return answer(200, refundBody(findRefund(paypal, id), paypal.base))
}
