import { z } from 'zod'
import { matches, read, type AdminRoute } from './admin-route.ts'
import { fileOf, refsOf, type Desk } from './desk.ts'
import { refusal } from './errors.ts'
import { answer, type Call, type Reply } from './http.ts'
import {
  approveOrder,
  captureOrder,
  expireOrder,
  expireOverdue,
  findOrder,
  requireCapturable,
} from './orders.ts'
import { forgetKeys } from './endpoints.ts'
import { findCapture, settleCapture } from './payments.ts'
import type { Order, Refund } from './records.ts'
import { refundCapture, reverseCapture, settleRefund } from './refunds.ts'
import { captureBody, orderBody, refundBody } from './representation.ts'

const approvalSchema = z.strictObject({
  funding: z.enum(['paypal', 'card']).default('paypal'),
  outcome: z.string().default('ok'),
  payerId: z.string().optional(),
})
const settleSchema = z.strictObject({ result: z.enum(['complete', 'deny']).default('complete') })
const refundSchema = z.strictObject({ value: z.string().regex(/^\d+$/).optional() })
const hoursSchema = z.strictObject({ hours: z.number().positive() })

function showOrder(desk: Desk, order: Order): Record<string, unknown> {
  const [unit] = order.request.purchase_units
  const file = fileOf(desk, order)
  return {
    id: order.id,
    status: order.forgotten ? 'FORGOTTEN' : order.status,
    invoice_id: unit.invoice_id ?? null,
    custom_id: unit.custom_id ?? null,
    amount: unit.amount,
    approval: order.approval,
    captures: file.captures.map((capture) => captureBody(capture, desk.base)),
    refunds: file.refunds.map((refund) => refundBody(refund, desk.base)),
    representation: orderBody(file, desk.base),
  }
}

function listOrders(desk: Desk, call: Call): Reply {
  const found = desk.store.orders.list().filter((order) => matches(refsOf(order), call))
  return answer(200, { orders: found.map((order) => showOrder(desk, order)) })
}

function listCaptures(desk: Desk, call: Call): Reply {
  const found = desk.store.captures
    .list()
    .filter((one) => matches([one.id, one.orderId, one.invoiceId ?? '', one.customId ?? ''], call))
  return answer(200, { captures: found.map((capture) => captureBody(capture, desk.base)) })
}

function sum(values: readonly { amount: { value: string } }[]): number {
  return values.reduce((total, { amount }) => total + Number(amount.value), 0)
}

const unpaid = new Set(['DECLINED', 'FAILED', 'PENDING'])

function totals({ store }: Desk): Reply {
  const paid = store.captures.list().filter(({ status }) => !unpaid.has(status))
  return answer(200, {
    orders: store.orders.list().length,
    captures: paid.length,
    captured: sum(paid),
    refunded: sum(store.refunds.list().filter(isReturned)),
    pending: sum(store.captures.list().filter(({ status }) => status === 'PENDING')),
  })
}

function isReturned({ status, wonBack }: Refund): boolean {
  return status === 'COMPLETED' && !wonBack
}

/** An order by its PayPal id, or the newest one of an invoice_id or custom_id. */
function orderByRef(desk: Desk, ref: string): Order {
  return (
    desk.store.orders.list().findLast((order) => refsOf(order).includes(ref)) ??
    findOrder(desk, ref)
  )
}

async function approve(desk: Desk, call: Call, ref: string): Promise<Reply> {
  const order = approveOrder(desk, orderByRef(desk, ref), read(approvalSchema, call))
  await desk.webhooks.sendEarly()
  return answer(200, showOrder(desk, order))
}

async function captureElsewhere(desk: Desk, _call: Call, ref: string): Promise<Reply> {
  const order = orderByRef(desk, ref)
  requireCapturable(desk, order)
  const done = captureOrder(desk, order, () => [])
  await desk.webhooks.sendEarly()
  return answer(200, showOrder(desk, done))
}

function expire(desk: Desk, _call: Call, ref: string): Reply {
  return answer(200, showOrder(desk, expireOrder(desk, orderByRef(desk, ref))))
}

// A buyer who cancels tells PayPal nothing that the order would show; it stays open until it expires.
function cancel(desk: Desk, _call: Call, ref: string): Reply {
  return answer(200, showOrder(desk, orderByRef(desk, ref)))
}

function settle(desk: Desk, call: Call, id: string): Reply {
  const { result } = read(settleSchema, call)
  return answer(200, captureBody(settleCapture(desk, findCapture(desk, id), result), desk.base))
}

function refund(desk: Desk, call: Call, id: string): Reply {
  const { value } = read(refundSchema, call)
  const capture = findCapture(desk, id)
  const { currency_code } = capture.amount
  const request = value === undefined ? {} : { amount: { currency_code, value } }
  return answer(
    200,
    refundBody(
      refundCapture(desk, capture, request, () => []),
      desk.base,
    ),
  )
}

function reverse(desk: Desk, call: Call, id: string): Reply {
  const { value } = read(refundSchema, call)
  const asked = value === undefined ? undefined : Number(value)
  return answer(200, refundBody(reverseCapture(desk, findCapture(desk, id), asked), desk.base))
}

const endSchema = z.strictObject({
  result: z.enum(['COMPLETED', 'FAILED', 'CANCELLED']).default('COMPLETED'),
})

function endRefund(desk: Desk, call: Call, id: string): Reply {
  const found = desk.store.refunds.get(id)
  if (found === undefined) throw refusal('INVALID_RESOURCE_ID', 'refund_id', id)
  return answer(200, refundBody(settleRefund(desk, found, read(endSchema, call).result), desk.base))
}

function advance(desk: Desk, call: Call): Reply {
  const later = Date.now() + read(hoursSchema, call).hours * 3_600_000
  expireOverdue(desk, later)
  forgetKeys(desk, later)
  return listOrders(desk, call)
}

/** What the remote control does to orders, captures and time. */
export const orderRoutes: readonly AdminRoute[] = [
  ['GET', '/orders', listOrders],
  ['GET', '/captures', listCaptures],
  ['GET', '/totals', totals],
  ['POST', '/orders/{id}/approve', approve],
  ['POST', '/orders/{id}/cancel', cancel],
  ['POST', '/orders/{id}/capture', captureElsewhere],
  ['POST', '/orders/{id}/expire', expire],
  ['POST', '/captures/{id}/settle', settle],
  ['POST', '/captures/{id}/refund', refund],
  ['POST', '/captures/{id}/reverse', reverse],
  ['POST', '/refunds/{id}/settle', endRefund],
  ['POST', '/advance', advance],
]
