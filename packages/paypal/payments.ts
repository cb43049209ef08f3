import type { PayPal } from './context.ts'
import { refusal, unknownId } from './errors.ts'
import { captureReached, moneyReturned } from './events.ts'
import { moneyLike, rounded } from './money.ts'
import type { Capture, Dispute, Entry, Order, Refund, RefundRequest } from './records.ts'
import { feeOf } from './representation.ts'
import { newId, now, refsOf } from './store.ts'

/** A capture by its id. Throws 404 for all others. */
export function findCapture({ store }: PayPal, id: string): Capture {
  const capture = store.captures.get(id)
  if (capture === undefined) throw unknownId('capture_id', id)
  return capture
}

/** A refund by its id. Throws 404 for all others. */
export function findRefund({ store }: PayPal, id: string): Refund {
  const refund = store.refunds.get(id)
  if (refund === undefined) throw unknownId('refund_id', id)
  return refund
}

/** The order that a capture belongs to. */
export function orderOf({ store }: PayPal, { id, orderId }: Capture): Order {
  const order = store.orders.get(orderId)
  if (order === undefined) throw new Error(`Capture ${id} has lost its order.`)
  return order
}

function openDisputeOf({ store }: PayPal, { id }: Capture): Dispute | undefined {
  return store.disputes
    .list()
    .find(({ captureId, status }) => captureId === id && status !== 'RESOLVED')
}

/** The review of a pending capture ends: it is completed, or denied. */
export function settleCapture(paypal: PayPal, capture: Capture, how: 'complete' | 'deny'): Capture {
  if (capture.status !== 'PENDING') throw new Error(`Capture ${capture.id} is ${capture.status}.`)
  const { reason: _, ...rest } = capture
  const status = how === 'complete' ? 'COMPLETED' : 'DECLINED'
  const settled = paypal.store.captures.put({ ...rest, status, updateTime: now() })
  const result = how === 'complete' ? 'COMPLETED' : 'DENIED'
  paypal.webhooks.announce(captureReached(paypal, orderOf(paypal, capture), settled, result))
  return settled
}

/** Adds a line about a capture to the ledger; `value` is positive when the shop gets it. */
export function addToLedger(
  { store }: PayPal,
  { id, amount }: Capture,
  code: Entry['code'],
  value: number,
): void {
  const times = { createTime: now(), updateTime: now() }
  store.entries.put({
    id: newId(),
    captureId: id,
    code,
    amount: moneyLike(amount, value),
    ...times,
  })
}

function refundsOf({ store }: PayPal, { id }: Capture): Refund[] {
  return store.refunds.list().filter(({ captureId, wonBack }) => captureId === id && !wonBack)
}

function sumOf(refunds: readonly Refund[], ...statuses: readonly Refund['status'][]): number {
  return refunds
    .filter(({ status }) => statuses.includes(status))
    .reduce((total, { amount }) => rounded(total + Number(amount.value)), 0)
}

function returnedMoney(paypal: PayPal, capture: Capture): number {
  return sumOf(refundsOf(paypal, capture), 'COMPLETED', 'PENDING')
}

/** Returns the disputable amount: the request or all. Throws if less is left. */
export function requireMoney(paypal: PayPal, capture: Capture, request?: string): number {
  const left = rounded(Number(capture.amount.value) - returnedMoney(paypal, capture))
  const value = Number(request ?? left)
  const paid = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED'
  if (!paid || value > left || openDisputeOf(paypal, capture) !== undefined)
    throw new Error(`Capture ${capture.id} is ${capture.status}, ${left} are left.`)
  return value
}

/** Writes a refund, and the state in which all its refunds leave the capture. */
export function putRefund(paypal: PayPal, capture: Capture, refund: Refund): Refund {
  const { store } = paypal
  store.refunds.put(refund)
  const refunds = refundsOf(paypal, capture)
  const back = sumOf(refunds, 'COMPLETED')
  const partly = back < Number(capture.amount.value) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const taken = refunds.find(({ reversal }) => reversal)
  const byBuyer = taken?.disputeId !== undefined && !taken.chargeback
  const status = back === 0 ? 'COMPLETED' : partly
  const reason = taken && (byBuyer ? 'BUYER_COMPLAINT' : 'CHARGEBACK')
  store.captures.put({ ...capture, status, reason, updateTime: now() })
  return refund
}

// A completed refund has an event. PayPal gives its fee back with what it takes by itself only.
function complete(paypal: PayPal, capture: Capture, refund: Refund): Refund {
  putRefund(paypal, capture, refund)
  if (refund.status !== 'COMPLETED') return refund
  if (refund.reversal) addToLedger(paypal, capture, 'T1108', Number(refund.fee))
  paypal.webhooks.announce(moneyReturned(paypal, orderOf(paypal, capture), refund))
  return refund
}

type Kind = Pick<Refund, 'reversal'> & Partial<Refund>

function returnMoney(paypal: PayPal, capture: Capture, value: number, kind: Kind): Refund {
  const gross = Number(capture.amount.value)
  return complete(paypal, capture, {
    id: newId(),
    captureId: capture.id,
    amount: moneyLike(capture.amount, value),
    status: 'COMPLETED',
    chargeback: false,
    wonBack: false,
    total: String(rounded(returnedMoney(paypal, capture) + value)),
    fee: String(kind.reversal ? Math.round((feeOf(gross) * value) / gross) : 0),
    createTime: now(),
    updateTime: now(),
    ...kind,
  })
}

/** A pending refund ends. PayPal has an event for a completed one only. */
export function settleRefund(paypal: PayPal, refund: Refund, status: Refund['status']): Refund {
  if (refund.status !== 'PENDING') throw new Error(`Refund ${refund.id} is ${refund.status}.`)
  const capture = findCapture(paypal, refund.captureId)
  return complete(paypal, capture, { ...refund, status, updateTime: now() })
}

function requireRefundable(paypal: PayPal, capture: Capture): void {
  const { status } = capture
  if (status === 'PENDING') throw refusal('PENDING_CAPTURE')
  if (status === 'DECLINED' || status === 'FAILED') throw refusal('REFUND_NOT_ALLOWED')
  if (openDisputeOf(paypal, capture) !== undefined) throw refusal('TRANSACTION_DISPUTED')
  if (refundsOf(paypal, capture).some(({ disputeId, chargeback }) => disputeId && chargeback))
    throw refusal('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
}

/** The shop gives back a part of a capture, or all that is left. */
export function refundCapture(paypal: PayPal, capture: Capture, request: RefundRequest): Refund {
  const { store, faults } = paypal
  const { amount, note_to_payer: note, invoice_id: invoiceId, custom_id: customId } = request
  requireRefundable(paypal, capture)
  const left = rounded(Number(capture.amount.value) - returnedMoney(paypal, capture))
  const value = amount?.value ?? String(left)
  if (left === 0) throw refusal('CAPTURE_FULLY_REFUNDED')
  if (amount !== undefined && amount.currency_code !== capture.amount.currency_code)
    throw refusal('REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (Number(value) > left)
    throw refusal('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value })
  if (invoiceId && store.refunds.list().some((one) => one.invoiceId === invoiceId)) {
    const place = { field: '/invoice_id', value: invoiceId, area: '/v2/payments/' } as const
    throw refusal('DUPLICATE_INVOICE_ID', place)
  }
  const refs = [...refsOf(orderOf(paypal, capture)), capture.id]
  const status = faults.take('refund', { op: 'refund', refs }) ? 'PENDING' : 'COMPLETED'
  const kind = { reversal: false, status, note, invoiceId, customId } as const
  return returnMoney(paypal, capture, Number(value), kind)
}

/** PayPal takes back a part or all of a capture, after a dispute or without one. */
export function reverseCapture(
  paypal: PayPal,
  capture: Capture,
  value: number,
  dispute: Pick<Partial<Refund>, 'chargeback' | 'disputeId'> = {},
): Refund {
  return returnMoney(paypal, capture, value, { reversal: true, ...dispute })
}
