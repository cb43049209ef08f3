import { commit, now, type Desk } from './desk.ts'
import { refusal } from './errors.ts'
import { captureReached, moneyReturned } from './events.ts'
import { newTransactionId } from './identifiers.ts'
import type { Capture, Money, Order, Refund } from './records.ts'
import type { Change } from './store.ts'
import type { RefundRequest } from './validate.ts'

/** A capture by its id; 404 for all others. */
export function findCapture(desk: Desk, id: string): Capture {
  const capture = desk.store.captures.get(id)
  if (capture === undefined) throw refusal('INVALID_RESOURCE_ID', 'capture_id', id)
  return capture
}

function orderOf(desk: Desk, capture: Capture): Order {
  const order = desk.store.orders.get(capture.orderId)
  if (order === undefined) throw new Error(`Capture ${capture.id} has lost its order.`)
  return order
}

/** What was given back of a capture until now. */
export function refundedOf(desk: Desk, capture: Capture): Money {
  const back = desk.store.refunds.list().filter(({ captureId }) => captureId === capture.id)
  const sum = back.reduce((total, { amount }) => total + Number(amount.value), 0)
  return { currency_code: capture.amount.currency_code, value: String(sum) }
}

/** The review of a pending capture ends: it is completed, or denied. */
export function settleCapture(desk: Desk, capture: Capture, result: 'complete' | 'deny'): Capture {
  if (capture.status !== 'PENDING')
    throw new Error(`Capture ${capture.id} is ${capture.status}, not PENDING.`)
  const { reason: _, ...rest } = capture
  const settled: Capture = {
    ...rest,
    status: result === 'complete' ? 'COMPLETED' : 'DECLINED',
    updateTime: now(),
  }
  const type = result === 'complete' ? 'COMPLETED' : 'DENIED'
  commit(
    desk,
    [desk.store.captures.put(settled)],
    [captureReached(desk, type, orderOf(desk, capture), settled)],
  )
  return settled
}

function requireRefundable(capture: Capture): void {
  if (capture.status === 'PENDING') throw refusal('PENDING_CAPTURE')
  if (capture.status === 'REFUNDED') throw refusal('CAPTURE_FULLY_REFUNDED')
  if (capture.status === 'DECLINED' || capture.status === 'FAILED')
    throw refusal('REFUND_NOT_ALLOWED')
}

type GiveBack = { request: RefundRequest; reversal: boolean; extra: (refund: Refund) => Change[] }

/** Gives back a part or all of a capture; asked without an amount, everything that is left. */
export function refundCapture(
  desk: Desk,
  capture: Capture,
  { request, reversal, extra }: GiveBack,
): Refund {
  requireRefundable(capture)
  const { currency_code: currency } = capture.amount
  const before = Number(refundedOf(desk, capture).value)
  const left = Number(capture.amount.value) - before
  const amount = request.amount ?? { currency_code: currency, value: String(left) }
  if (amount.currency_code !== currency) throw refusal('REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (Number(amount.value) > left)
    throw refusal('REFUND_AMOUNT_EXCEEDED', '/amount/value', amount.value)
  const total = { currency_code: currency, value: String(before + Number(amount.value)) }
  const refund: Refund = {
    id: newTransactionId(),
    captureId: capture.id,
    amount,
    ...(request.note_to_payer === undefined ? {} : { note: request.note_to_payer }),
    ...(request.invoice_id === undefined ? {} : { invoiceId: request.invoice_id }),
    ...(request.custom_id === undefined ? {} : { customId: request.custom_id }),
    reversal,
    createTime: now(),
  }
  const status = Number(amount.value) === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const after: Capture = {
    ...capture,
    status,
    ...(reversal ? { reason: 'CHARGEBACK' } : {}),
    updateTime: refund.createTime,
  }
  const changes = [desk.store.captures.put(after), desk.store.refunds.put(refund), ...extra(refund)]
  commit(desk, changes, [moneyReturned(desk, orderOf(desk, capture), refund, total)])
  return refund
}
