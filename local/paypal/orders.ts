import { commit, now, refsOf, type Desk } from './desk.ts'
import { isIssue, PayPalError, detail, refusal, type Issue } from './errors.ts'
import { approvalReversed, captureReached, orderApproved } from './events.ts'
import { newPayerId, newTransactionId } from './identifiers.ts'
import type { Approval, Capture, Order, OrderRequest } from './records.ts'
import type { Fault } from './scenarios.ts'
import type { Change } from './store.ts'

/** A new order: CREATED, or PAYER_ACTION_REQUIRED when its payment source is known already. */
export function newOrder(request: OrderRequest): Order {
  const status = request.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED'
  const at = now()
  return {
    id: newTransactionId(),
    status,
    request,
    approval: null,
    refusals: 0,
    forgotten: false,
    createTime: at,
    updateTime: at,
  }
}

/** An order that can still be seen; 404 for all others. */
export function findOrder(desk: Desk, id: string): Order {
  const order = desk.store.orders.get(id)
  if (order === undefined || order.forgotten) throw refusal('INVALID_RESOURCE_ID', 'order_id', id)
  return order
}

function isOpen(order: Order): boolean {
  return !order.forgotten && order.status !== 'COMPLETED' && order.status !== 'VOIDED'
}

/** After so many refused captures an order cannot be paid any more. */
export const mostRefusals = 5

/** Whether the buyer may (again) agree to this order. */
export function canBeApproved(order: Order): boolean {
  return isOpen(order) && order.refusals < mostRefusals
}

type Agreement = Pick<Approval, 'funding' | 'outcome'> & {
  payerId?: string | undefined
  cardDigits?: string | undefined
}

/** The buyer agrees: the order becomes APPROVED, and the shop is told. Agreeing again replaces the first time. */
export function approveOrder(desk: Desk, order: Order, agreement: Agreement): Order {
  if (!canBeApproved(order))
    throw new Error(`Order ${order.id} is ${order.status} and cannot be approved.`)
  const { funding, outcome, payerId = newPayerId(), cardDigits } = agreement
  const at = now()
  const approval: Approval = {
    funding,
    outcome,
    payerId,
    at,
    ...(cardDigits === undefined ? {} : { cardDigits }),
  }
  const approved: Order = { ...order, status: 'APPROVED', approval, updateTime: at }
  commit(desk, [desk.store.orders.put(approved)], [orderApproved(desk, approved)])
  return approved
}

/** Time is up: an approved order is voided and its approval reversed, any other open order is forgotten. */
export function expireOrder(desk: Desk, order: Order): Order {
  if (!isOpen(order)) throw new Error(`Order ${order.id} is ${order.status} and cannot expire.`)
  const approved = order.status === 'APPROVED'
  const expired: Order = approved
    ? { ...order, status: 'VOIDED', updateTime: now() }
    : { ...order, forgotten: true }
  commit(desk, [desk.store.orders.put(expired)], approved ? [approvalReversed(expired)] : [])
  return expired
}

const hour = 3_600_000

/** Expires what PayPal would have by now: 6 hours without approval, 3 hours approved without capture. */
export function expireOverdue(desk: Desk, at: number): void {
  for (const order of desk.store.orders.list().filter(isOpen)) {
    const since =
      order.status === 'APPROVED' ? (order.approval?.at ?? order.updateTime) : order.createTime
    const limit = order.status === 'APPROVED' ? 3 * hour : 6 * hour
    if (at - Date.parse(since) > limit) expireOrder(desk, order)
  }
}

function isPaidUnder(desk: Desk, invoiceId: string | undefined, orderId: string): boolean {
  if (invoiceId === undefined) return false
  return desk.store.captures
    .list()
    .some(
      (one) =>
        one.invoiceId === invoiceId &&
        one.orderId !== orderId &&
        !['DECLINED', 'FAILED'].includes(one.status),
    )
}

function refuseCapture(desk: Desk, order: Order, issue: Issue): PayPalError {
  // The buyer can mend these two in the window, so PayPal says where it is.
  const mendable = issue === 'INSTRUMENT_DECLINED' || issue === 'PAYER_ACTION_REQUIRED'
  const href = `${desk.base}/checkoutnow?token=${order.id}`
  const rel = issue === 'INSTRUMENT_DECLINED' ? 'redirect' : 'payer-action'
  return new PayPalError(422, [detail(issue)], mendable ? [{ href, rel, method: 'GET' }] : [])
}

/** Refuses what cannot be captured now: not approved, captured before, paid under this invoice, no funds. */
export function requireCapturable(desk: Desk, order: Order): void {
  if (order.status === 'COMPLETED') throw refusal('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') throw refusal('ORDER_NOT_APPROVED')
  if (order.refusals >= mostRefusals) throw refusal('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED')
  const [unit] = order.request.purchase_units
  if (desk.account.invoiceGuard && isPaidUnder(desk, unit.invoice_id, order.id))
    throw refusal('DUPLICATE_INVOICE_ID')
  const outcome = order.approval?.outcome ?? 'ok'
  if (isIssue(outcome)) throw refuseCapture(desk, order, outcome)
}

const stateByOutcome: Record<string, Capture['status']> = {
  CAPTURE_PENDING: 'PENDING',
  CAPTURE_DECLINED: 'DECLINED',
  CAPTURE_FAILED: 'FAILED',
}

function twisted(capture: Capture, fault: Fault | undefined): Capture {
  switch (fault?.name) {
    case 'pending':
      return { ...capture, status: 'PENDING', reason: fault.reason }
    case 'capture-declined':
      return { ...capture, status: 'DECLINED' }
    case 'capture-failed':
      return { ...capture, status: 'FAILED' }
    case 'wrong-amount':
      return {
        ...capture,
        amount: { ...capture.amount, value: String(Number(capture.amount.value) + 1) },
      }
    case 'wrong-currency':
      return { ...capture, amount: { ...capture.amount, currency_code: 'USD' } }
    case 'wrong-custom-id':
      return { ...capture, customId: 'another-order' }
    case 'wrong-invoice-id':
      return { ...capture, invoiceId: 'another-invoice' }
    default:
      return capture
  }
}

const eventByState = {
  COMPLETED: 'COMPLETED',
  PENDING: 'PENDING',
  DECLINED: 'DECLINED',
  FAILED: 'DECLINED',
} as const

/** Captures an order that may be captured: one capture, the order COMPLETED, one event. */
export function captureOrder(
  desk: Desk,
  order: Order,
  extra: (capture: Capture) => Change[],
): Order {
  const [unit] = order.request.purchase_units
  const at = now()
  const status = stateByOutcome[order.approval?.outcome ?? 'ok'] ?? 'COMPLETED'
  const fault = desk.faults.take('act', { op: 'capture', refs: refsOf(order) })
  const made: Capture = {
    id: newTransactionId(),
    orderId: order.id,
    status,
    ...(status === 'PENDING' ? { reason: 'PENDING_REVIEW' } : {}),
    amount: unit.amount,
    ...(unit.invoice_id === undefined ? {} : { invoiceId: unit.invoice_id }),
    ...(unit.custom_id === undefined ? {} : { customId: unit.custom_id }),
    createTime: at,
    updateTime: at,
  }
  const capture = twisted(made, fault)
  const completed: Order = { ...order, status: 'COMPLETED', updateTime: at }
  const { status: reached } = capture
  const events =
    reached === 'COMPLETED' ||
    reached === 'PENDING' ||
    reached === 'DECLINED' ||
    reached === 'FAILED'
      ? [captureReached(desk, eventByState[reached], completed, capture)]
      : []
  commit(
    desk,
    [desk.store.orders.put(completed), desk.store.captures.put(capture), ...extra(capture)],
    events,
  )
  return completed
}
