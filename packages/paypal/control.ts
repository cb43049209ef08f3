import { z } from 'zod'

import { answer, type Call, header, type Reply } from '../stand-in/http.ts'
import type { PayPal } from './context.ts'
import { revokeTokens, setSecrets } from './credentials.ts'
import { disputeBody, findDispute, openDispute, resolveDispute, updateDispute } from './disputes.ts'
import { forgetKeys } from './endpoints.ts'
import { PayPalError, parseBody } from './errors.ts'
import { effects, operations } from './faults.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import { type Order, outcomes, schemas as tables } from './records.ts'
import { captureBody, orderBody, refundBody } from './representation.ts'
import { fileOf, refsOf } from './store.ts'

const value = z.string().regex(/^[1-9]\d*$/)
const ref = z.string().default('*')
const schemas = {
  approve: z.strictObject({
    funding: z.enum(['paypal', 'card']).default('paypal'),
    outcome: z.string().default('ok'),
  }),
  settle: z.strictObject({ result: z.enum(['complete', 'deny']).default('complete') }),
  settleRefund: z.strictObject({ result: z.enum(['COMPLETED', 'FAILED', 'CANCELLED']) }),
  part: z.strictObject({ value: value.optional() }),
  dispute: z.strictObject({
    reason: z.string().default('MERCHANDISE_OR_SERVICE_NOT_RECEIVED'),
    amount: value.optional(),
    channel: z.enum(['INTERNAL', 'EXTERNAL']).default('EXTERNAL'),
  }),
  update: z.strictObject({ status: z.string().default('WAITING_FOR_SELLER_RESPONSE') }),
  resolve: z.strictObject({ outcome: z.enum(outcomes) }),
  advance: z.strictObject({ hours: z.number().positive() }),
  hold: z.strictObject({ ref }),
  secrets: z.strictObject({ secrets: z.array(z.string().regex(/^\S+$/)).min(1).max(2) }),
  release: z.strictObject({ ref, order: z.enum(['fifo', 'reverse']).default('fifo') }),
  records: z.strictObject({
    orders: z.array(tables.orders).default([]),
    captures: z.array(tables.captures).default([]),
    refunds: z.array(tables.refunds).default([]),
    disputes: z.array(tables.disputes).default([]),
  }),
}

function read<T>(schema: z.ZodType<T>, { body }: Call): T {
  return schema.parse(parseBody(body) ?? {})
}

/** True if one of the refs matches the call's `ref`, or it has none. */
function matches(refs: readonly string[], { query }: Call): boolean {
  const wanted = query.get('ref')
  return wanted === null || refs.includes(wanted)
}

function showOrder(paypal: PayPal, order: Order): Record<string, unknown> {
  const [{ invoice_id = null, custom_id = null, amount }] = order.request.purchase_units
  const file = fileOf(paypal, order)
  return {
    id: order.id,
    status: order.forgotten ? 'FORGOTTEN' : order.status,
    invoice_id,
    custom_id,
    amount,
    approval: order.approval,
    captures: file.captures.map((capture) => captureBody(capture, paypal.base)),
    refunds: file.refunds.map((refund) => refundBody(refund, paypal.base)),
    representation: orderBody(file, paypal.base),
  }
}

function listDeliveries({ store }: PayPal, call: Call) {
  const found = store.deliveries.list().filter(({ refs }) => matches(refs, call))
  return { deliveries: found.map(({ body, ...rest }) => ({ ...rest, event: JSON.parse(body) })) }
}

type Control = (paypal: PayPal, call: Call, id: string) => unknown

/** The order of that PayPal id, or the newest one of that invoice_id or custom_id. */
function onOrder(change: (paypal: PayPal, order: Order, call: Call) => Order): Control {
  return (paypal, call, id) => {
    const found = paypal.store.orders.list().findLast((order) => refsOf(order).includes(id))
    return showOrder(paypal, change(paypal, found ?? orders.findOrder(paypal, id), call))
  }
}

function captureOutside(paypal: PayPal, order: Order): Order {
  orders.requireCapturable(paypal, order)
  return orders.captureOrder(paypal, order)
}

const onCaptures: Readonly<Record<string, Control>> = {
  'POST /captures/{id}/settle': (paypal, call, id) => {
    const { result } = read(schemas.settle, call)
    const capture = payments.findCapture(paypal, id)
    return captureBody(payments.settleCapture(paypal, capture, result), paypal.base)
  },
  'POST /captures/{id}/refund': (paypal, call, id) => {
    const part = read(schemas.part, call)
    const capture = payments.findCapture(paypal, id)
    const request = part.value ? { amount: { ...capture.amount, value: part.value } } : {}
    return refundBody(payments.refundCapture(paypal, capture, request), paypal.base)
  },
  'POST /captures/{id}/reverse': (paypal, call, id) => {
    const capture = payments.findCapture(paypal, id)
    const value = payments.requireMoney(paypal, capture, read(schemas.part, call).value)
    return refundBody(payments.reverseCapture(paypal, capture, value), paypal.base)
  },
  'POST /refunds/{id}/settle': (paypal, call, id) => {
    const { result } = read(schemas.settleRefund, call)
    const refund = payments.findRefund(paypal, id)
    return refundBody(payments.settleRefund(paypal, refund, result), paypal.base)
  },
  'POST /captures/{id}/dispute': (paypal, call, id) => {
    const input = read(schemas.dispute, call)
    return disputeBody(paypal, openDispute(paypal, payments.findCapture(paypal, id), input))
  },
  'POST /disputes/{id}/update': (paypal, call, id) => {
    const { status } = read(schemas.update, call)
    return disputeBody(paypal, updateDispute(paypal, findDispute(paypal, id), status))
  },
  'POST /disputes/{id}/resolve': (paypal, call, id) => {
    const { outcome } = read(schemas.resolve, call)
    return disputeBody(paypal, resolveDispute(paypal, findDispute(paypal, id), outcome))
  },
}

/** Stores payments that were never made here, for a shop that begins with orders; no event reports them. */
function putRecords({ store }: PayPal, call: Call) {
  const { orders: made, captures, refunds, disputes } = read(schemas.records, call)
  for (const row of made) store.orders.put(row)
  for (const row of captures) store.captures.put(row)
  for (const row of refunds) store.refunds.put(row)
  for (const row of disputes) store.disputes.put(row)
}

/** Remote controls by method and path below /_local. */
const controls: Readonly<Record<string, Control>> = {
  'GET ': () => ({ controls: Object.keys(controls), operations, faults: effects }),
  'GET /orders': (paypal, call) => {
    const found = paypal.store.orders.list().filter((order) => matches(refsOf(order), call))
    return { orders: found.map((order) => showOrder(paypal, order)) }
  },
  'POST /orders/{id}/approve': onOrder((paypal, order, call) =>
    orders.approveOrder(paypal, order, read(schemas.approve, call)),
  ),
  'POST /orders/{id}/capture': onOrder(captureOutside),
  'POST /orders/{id}/expire': onOrder(orders.expireOrder),
  ...onCaptures,
  'POST /advance': (paypal, call) => {
    const later = Date.now() + read(schemas.advance, call).hours * 3_600_000
    orders.expireOverdue(paypal, later)
    forgetKeys(paypal, later)
  },
  'GET /webhooks': listDeliveries,
  'POST /webhooks/flush': async (paypal, call) => {
    await paypal.webhooks.flush((refs) => matches(refs, call))
    return listDeliveries(paypal, call)
  },
  'POST /webhooks/hold': ({ webhooks }, call) => webhooks.hold(read(schemas.hold, call).ref),
  'POST /webhooks/release': async ({ webhooks }, call) => {
    const { ref, order } = read(schemas.release, call)
    return { sent: await webhooks.release(ref, order) }
  },
  'GET /faults': ({ faults }) => ({ faults: faults.list() }),
  'POST /faults': ({ faults }, { body }) => faults.add(parseBody(body)),
  'DELETE /faults': ({ faults }, { query }) => faults.clear(query.get('ref')),
  'POST /records': putRecords,
  'POST /secrets': (paypal, call) => setSecrets(paypal, read(schemas.secrets, call).secrets),
  'POST /tokens/expire': (paypal) => revokeTokens(paypal),
  'GET /requests': ({ calls }, call) => ({
    requests: calls.filter(({ refs }) => matches(refs, call)),
  }),
}

/** Answers the remote control under /_local. */
export async function answerControl(paypal: PayPal, call: Call): Promise<Reply> {
  // Tests and people call it; a page in a browser has no business here.
  if (header(call, 'origin') !== undefined) return answer(403, { error: 'Not for pages.' })
  const parts = call.path.slice('/_local'.length).split('/')
  const place = (parts.length === 4 ? parts.with(2, '{id}') : parts).join('/')
  const control = controls[`${call.method} ${place}`]
  if (control === undefined) return answer(404, { error: 'GET /_local lists what there is.' })
  try {
    const done = await control(paypal, call, decodeURIComponent(parts[2] ?? ''))
    await paypal.webhooks.sendEarly()
    return answer(200, done ?? {})
  } catch (error) {
    if (error instanceof z.ZodError) return answer(400, { error: z.prettifyError(error) })
    const status = error instanceof PayPalError ? error.status : 409
    return answer(status, { error: String(error) })
  }
}
