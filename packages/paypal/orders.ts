import type { PayPal } from './context.ts'
import { isIssue, type PayPalError, refusal, unknownId } from './errors.ts'
import { approvalReversed, captureReached, orderApproved } from './events.ts'
import type { Approval, Capture, Order, OrderRequest } from './records.ts'
import { newId, newPayerId, now, refsOf } from './store.ts'

/** Makes an order. It needs the payer's action when it names its payment source. */
export function newOrder({ store }: PayPal, request: OrderRequest): Order {
  return store.orders.put({
    id: newId(),
    status: request.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    request,
    approval: null,
    refusals: 0,
    forgotten: false,
    createTime: now(),
    updateTime: now(),
  })
}

/** An order that PayPal still shows. Throws 404 for all others. */
export function findOrder({ store }: PayPal, id: string): Order {
  const order = store.orders.get(id)
  if (order === undefined || order.forgotten) throw unknownId('order_id', id)
  return order
}

function isOpen({ forgotten, status }: Order): boolean {
  return !forgotten && status !== 'COMPLETED' && status !== 'VOIDED'
}

/** An order can't be paid after this many refused captures. */
export const mostRefusals = 5

/** Whether the buyer may approve this order, for the first time or again. */
export function canBeApproved(order: Order): boolean {
  return isOpen(order) && order.refusals < mostRefusals
}

/** The buyer approves. Approving again replaces the earlier approval and has its own event. */
export function approveOrder(
  paypal: PayPal,
  order: Order,
  input: Pick<Approval, 'funding' | 'outcome'>,
): Order {
  if (!canBeApproved(order)) throw new Error(`Order ${order.id} (${order.status}) is over.`)
  const approval = { ...input, payerId: newPayerId(), at: now() }
  const approved: Order = { ...order, status: 'APPROVED', approval, updateTime: now() }
  paypal.store.orders.put(approved)
  paypal.webhooks.announce(orderApproved(paypal, approved))
  return approved
}

/** Time is up: an approved order is voided and its approval reversed, another open one forgotten. */
export function expireOrder({ store, webhooks }: PayPal, order: Order): Order {
  if (!isOpen(order)) throw new Error(`Order ${order.id} (${order.status}) is over.`)
  if (order.status !== 'APPROVED') return store.orders.put({ ...order, forgotten: true })
  webhooks.announce(approvalReversed(order))
  return store.orders.put({ ...order, status: 'VOIDED', updateTime: now() })
}

const hour = 3_600_000

/** Expires what is overdue: 6 hours without an approval, 3 hours approved without a capture. */
export function expireOverdue(paypal: PayPal, at: number): void {
  for (const order of paypal.store.orders.list().filter(isOpen)) {
    const approvedAt = order.status === 'APPROVED' ? order.approval?.at : undefined
    const overdue = Date.parse(approvedAt ?? order.createTime) + (approvedAt ? 3 : 6) * hour
    if (at > overdue) expireOrder(paypal, order)
  }
}

function isPaidElsewhere({ store }: PayPal, { id, request }: Order): boolean {
  const [{ invoice_id: invoiceId }] = request.purchase_units
  if (invoiceId === undefined) return false
  return store.captures
    .list()
    .filter(({ status }) => status !== 'DECLINED' && status !== 'FAILED')
    .some((one) => one.invoiceId === invoiceId && one.orderId !== id)
}

// The buyer can mend these two in the window, so PayPal says where it is.
const mendable: Record<string, string> = {
  INSTRUMENT_DECLINED: 'redirect',
  PAYER_ACTION_REQUIRED: 'payer-action',
}

function refuseCapture({ base }: PayPal, { id }: Order, issue: string): PayPalError {
  const rel = mendable[issue]
  const href = `${base}/checkoutnow?token=${id}`
  return refusal(issue, { links: rel === undefined ? [] : [{ href, rel, method: 'GET' }] })
}

/** Throws for an order that cannot be captured now. */
export function requireCapturable(paypal: PayPal, order: Order): void {
  if (order.status === 'COMPLETED') throw refusal('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') throw refusal('ORDER_NOT_APPROVED')
  if (order.refusals >= mostRefusals) throw refusal('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED')
  if (paypal.settings['invoice-guard'] === 'on' && isPaidElsewhere(paypal, order))
    throw refusal('DUPLICATE_INVOICE_ID')
  const outcome = order.approval?.outcome ?? 'ok'
  if (isIssue(outcome)) throw refuseCapture(paypal, order, outcome)
}

const captureByOutcome: Record<string, Pick<Capture, 'status' | 'reason'>> = {
  CAPTURE_PENDING: { status: 'PENDING', reason: 'PENDING_REVIEW' },
  CAPTURE_DECLINED: { status: 'DECLINED' },
  CAPTURE_FAILED: { status: 'FAILED' },
}

/** Captures an order: one capture, the order COMPLETED, one event. */
export function captureOrder(paypal: PayPal, order: Order): Order {
  const { store, faults, webhooks } = paypal
  const [unit] = order.request.purchase_units
  const made: Capture = {
    id: newId(),
    orderId: order.id,
    status: 'COMPLETED',
    ...captureByOutcome[order.approval?.outcome ?? 'ok'],
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    invoiceId: unit.invoice_id,
    customId: unit.custom_id,
    createTime: now(),
    updateTime: now(),
  }
  const change = faults.take('act', { op: 'capture', refs: refsOf(order) })?.effect.capture
  const changed = typeof change === 'function' ? change(made) : change
  const capture = store.captures.put({ ...made, ...changed })
  const completed = store.orders.put({ ...order, status: 'COMPLETED', updateTime: now() })
  webhooks.announce(captureReached(paypal, completed, capture))
  return completed
}
