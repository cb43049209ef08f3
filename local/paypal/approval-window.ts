import { randomBytes } from 'node:crypto'
import {
  approvalPage,
  closingPage,
  testCards,
  type WindowRequest,
  type WindowResult,
} from './approval-page.ts'
import type { Desk } from './desk.ts'
import { isIssue } from './errors.ts'
import { header, type Call, type Reply, isObject } from './http.ts'
import { approveOrder, canBeApproved } from './orders.ts'
import type { Order } from './records.ts'

function html(status: number, make: (nonce: string) => string): Reply {
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  const headers = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { kind: 'answer', status, body: make(nonce), type: 'text/html; charset=utf-8', headers }
}

function originOf(text: string | null): string {
  return text !== null && URL.canParse(text) && /^https?:/.test(text) ? new URL(text).origin : ''
}

function readRequest(fields: URLSearchParams, order: Order | undefined): WindowRequest {
  const asked = fields.get('funding') ?? fields.get('fundingSource')
  const usual = order?.request.payment_source === undefined && asked === 'card' ? 'card' : 'paypal'
  return {
    token: fields.get('token') ?? '',
    funding: usual,
    channel: fields.get('channel') ?? '',
    origin: originOf(fields.get('origin')),
  }
}

function findOpenOrder(desk: Desk, token: string): Order | undefined {
  const order = desk.store.orders.get(token)
  return order !== undefined && canBeApproved(order) ? order : undefined
}

/** Where the order sends a buyer who has no page waiting for the window. */
function addressAfter(
  order: Order | undefined,
  which: 'return_url' | 'cancel_url',
  payerId?: string,
): string | null {
  const wallet = order?.request.payment_source?.paypal?.['experience_context']
  const context = wallet ?? order?.request.application_context
  const address = isObject(context) ? context[which] : undefined
  if (typeof address !== 'string' || order === undefined) return null
  const url = new URL(address)
  url.searchParams.set('token', order.id)
  if (payerId !== undefined) url.searchParams.set('PayerID', payerId)
  return url.href
}

function fail(asked: WindowRequest, message: string): Reply {
  const result: WindowResult = { type: 'error', message, url: null }
  return html(400, (nonce) => closingPage(result, asked, nonce))
}

/** What does not fit between the script's settings and the order; PayPal refuses to open the window then. */
function misfit(order: Order, query: URLSearchParams): string | null {
  const [unit] = order.request.purchase_units
  const currency = query.get('currency')
  if (currency !== null && currency !== unit.amount.currency_code) {
    return `Expected currency from order api call to be ${currency}, got ${unit.amount.currency_code}. Please ensure you are passing currency=${unit.amount.currency_code} to the sdk url.`
  }
  if (query.get('fundingSource') === 'card' && order.request.payment_source !== undefined) {
    return 'The order was created for payment_source.paypal and cannot be paid with the card button.'
  }
  return null
}

function showWindow(desk: Desk, call: Call): Reply {
  const order = findOpenOrder(desk, call.query.get('token') ?? '')
  const asked = readRequest(call.query, order)
  if (order === undefined) return fail(asked, '這筆付款不存在，或已經結束。')
  const wrong = misfit(order, call.query)
  if (wrong !== null) return fail(asked, wrong)
  return html(200, (nonce) => approvalPage(order, asked, shopName(desk, order), nonce))
}

function shopName(desk: Desk, order: Order): string {
  const wallet = order.request.payment_source?.paypal?.['experience_context']
  const context = wallet ?? order.request.application_context
  const brand = isObject(context) ? context['brand_name'] : undefined
  return typeof brand === 'string' ? brand : desk.settings.shopName
}

function chosenOutcome(
  fields: URLSearchParams,
  funding: 'paypal' | 'card',
): { outcome: string; cardDigits?: string } {
  if (funding === 'paypal') {
    const outcome = fields.get('outcome') ?? 'ok'
    return { outcome: isIssue(outcome) || outcome.startsWith('CAPTURE_') ? outcome : 'ok' }
  }
  const number = (fields.get('card') ?? '').replaceAll(/\D/g, '')
  const outcome = testCards.find(([known]) => known === number)?.[1] ?? 'ok'
  return { outcome, cardDigits: number.slice(-4).padStart(4, '1') }
}

async function agree(desk: Desk, fields: URLSearchParams): Promise<Reply> {
  const order = findOpenOrder(desk, fields.get('token') ?? '')
  const asked = readRequest(fields, order)
  if (order === undefined) return fail(asked, '這筆付款不存在，或已經結束。')
  const approved = approveOrder(desk, order, {
    funding: asked.funding,
    ...chosenOutcome(fields, asked.funding),
  })
  await desk.webhooks.sendEarly()
  const payerID = approved.approval?.payerId ?? ''
  const url = addressAfter(order, 'return_url', payerID)
  return html(200, (nonce) => closingPage({ type: 'approved', payerID, url }, asked, nonce))
}

function cancel(desk: Desk, fields: URLSearchParams): Reply {
  const order = desk.store.orders.get(fields.get('token') ?? '')
  const url = addressAfter(order, 'cancel_url')
  return html(200, (nonce) =>
    closingPage({ type: 'cancelled', url }, readRequest(fields, order), nonce),
  )
}

/** Answers the approval window's addresses; undefined for all others. */
export async function answerWindow(desk: Desk, call: Call): Promise<Reply | undefined> {
  if (call.method === 'GET' && call.path === '/checkoutnow') return showWindow(desk, call)
  if (call.method !== 'POST' || !call.path.startsWith('/checkoutnow/')) return undefined
  const fields = new URLSearchParams(call.body)
  // The buyer agrees in this window only: a form on another page cannot do it for them.
  const from = header(call, 'origin')
  if (from !== undefined && from !== 'null' && from !== desk.base)
    return fail(readRequest(fields, undefined), 'Forbidden')
  if (call.path === '/checkoutnow/approve') return agree(desk, fields)
  return call.path === '/checkoutnow/cancel' ? cancel(desk, fields) : undefined
}
