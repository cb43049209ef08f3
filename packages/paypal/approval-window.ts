import { readFileSync } from 'node:fs'

import { htmlReply } from '../stand-in/buyer-page.ts'
import { type Call, header, type Reply } from '../stand-in/http.ts'
import {
  approvalPage,
  closingPage,
  testCards,
  type WindowRequest,
  type WindowResult,
} from './approval-page.ts'
import type { PayPal } from './context.ts'
import { isIssue, PayPalError } from './errors.ts'
import { approveOrder, canBeApproved } from './orders.ts'
import type { Order } from './records.ts'

const script = readFileSync(new URL('sdk.js', import.meta.url), 'utf8')

/** The parameters of the script's address that are served. */
const parameters: Readonly<Record<string, RegExp>> = {
  'client-id': /./,
  currency: /^[A-Z]{3}$/,
  locale: /^[a-z]{2}_[A-Z]{2}$/,
  intent: /^capture$/,
  components: /^buttons$/,
  'disable-funding': /^[a-z,]*$/,
}

/** GET /sdk/js: the browser script, or 400 with the parameter that is wrong, as PayPal does. */
export function serveScript({ settings }: PayPal, { query }: Call): Reply {
  const type = 'application/javascript; charset=utf-8'
  const headers = { 'x-content-type-options': 'nosniff' }
  const wrong = [...query].find(([name, value]) => parameters[name]?.test(value) !== true)?.[0]
  const problem = query.get('client-id') === settings['client-id'] ? wrong : 'client-id'
  if (problem === undefined) return { status: 200, body: script, type, headers }
  const message = JSON.stringify(`PayPal SDK: ${problem} is invalid or not served`)
  return { status: 400, body: `throw new Error(${message})\n`, type, headers }
}

function close(status: number, result: WindowResult, request: WindowRequest): Reply {
  return htmlReply(status, (nonce) => closingPage(result, request, nonce))
}

function readRequest(fields: URLSearchParams): WindowRequest {
  const origin = fields.get('origin') ?? ''
  const isCard = (fields.get('funding') ?? fields.get('fundingSource')) === 'card'
  return {
    token: fields.get('token') ?? '',
    funding: isCard ? 'card' : 'paypal',
    channel: fields.get('channel') ?? '',
    origin: /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : '',
  }
}

/** Window settings in the order. */
function contextOf({ request }: Order) {
  return request.payment_source?.paypal?.experience_context ?? request.application_context
}

/** Return address for a buyer without an opening page. */
function addressAfter(address: string | undefined, token: string, payer = ''): string | undefined {
  if (address === undefined) return undefined
  const url = new URL(address)
  url.searchParams.set('token', token)
  if (payer !== '') url.searchParams.set('PayerID', payer)
  return url.href
}

/** Why the window cannot open for this order, if it cannot. */
function problemOf({ request }: Order, query: URLSearchParams): string | undefined {
  const { currency_code: actual } = request.purchase_units[0].amount
  const currency = query.get('currency') ?? actual
  if (currency !== actual)
    return `Expected currency from order api call to be ${currency}, got ${actual}. Please ensure you are passing currency=${actual} to the sdk url.`
  if (query.get('fundingSource') === 'card' && request.payment_source !== undefined)
    return 'The order was created for payment_source.paypal and cannot be paid with the card button.'
  return undefined
}

function showWindow(order: Order, request: WindowRequest, query: URLSearchParams): Reply {
  const message = problemOf(order, query)
  if (message !== undefined) return close(400, { type: 'error', message }, request)
  const shop = contextOf(order)?.brand_name ?? 'OURTEE 共衣'
  return htmlReply(200, (nonce) => approvalPage(order, request, shop, nonce))
}

function outcomeOf(fields: URLSearchParams): string {
  const card = testCards.find(([number]) => number === fields.get('card'))
  const outcome = card?.[1] ?? fields.get('outcome') ?? 'ok'
  return isIssue(outcome) || outcome.startsWith('CAPTURE_') ? outcome : 'ok'
}

async function approve(
  paypal: PayPal,
  order: Order,
  request: WindowRequest,
  fields: URLSearchParams,
): Promise<Reply> {
  const input = { funding: request.funding, outcome: outcomeOf(fields) }
  const { approval } = approveOrder(paypal, order, input)
  await paypal.webhooks.sendEarly()
  const payer = approval?.payerId ?? ''
  const url = addressAfter(contextOf(order)?.return_url, order.id, payer)
  return close(200, { type: 'approved', payer, url }, request)
}

/** Answers the approval window below /checkoutnow. */
export async function answerWindow(paypal: PayPal, call: Call): Promise<Reply> {
  const fields = call.method === 'POST' ? new URLSearchParams(call.body) : call.query
  const request = readRequest(fields)
  const order = paypal.store.orders.get(request.token)
  const place = `${call.method} ${call.path}`
  // The buyer approves in this window only: a form on another page cannot do it for them.
  const from = header(call, 'origin') ?? 'null'
  if (from !== 'null' && from !== paypal.base)
    return close(400, { type: 'error', message: 'Forbidden' }, request)
  if (place === 'POST /checkoutnow/cancel') {
    const url = order && addressAfter(contextOf(order)?.cancel_url, order.id)
    return close(200, { type: 'cancelled', url }, request)
  }
  if (place !== 'GET /checkoutnow' && place !== 'POST /checkoutnow/approve')
    throw new PayPalError(404)
  if (order === undefined || !canBeApproved(order))
    return close(400, { type: 'error', message: '這筆付款不存在，或已經結束。' }, request)
  return call.method === 'GET'
    ? showWindow(order, request, fields)
    : approve(paypal, order, request, fields)
}
