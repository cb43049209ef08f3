import { commit, newId, now, type PayPal, refsOf } from './context.ts'
import { refusal, unknownId } from './errors.ts'
import { captureReached, moneyReturned, type WebhookEvent } from './events.ts'
import type { Capture, Dispute, Entry, Order, Refund, RefundRequest } from './records.ts'
import { feeOf, moneyLike } from './representation.ts'
import type { Change } from './store.ts'

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
  const settled: Capture = { ...rest, status, updateTime: now() }
  const told = how === 'complete' ? 'COMPLETED' : 'DENIED'
  const event = captureReached(paypal, orderOf(paypal, capture), settled, told)
  commit(paypal, [paypal.store.captures.put(settled)], [event])
  return settled
}

/** A line of the ledger about a capture; `value` is positive when the shop gets it. */
export function ledgerEntry(
  { store }: PayPal,
  { id, amount }: Capture,
  code: Entry['code'],
  value: number,
): Change {
  const times = { createTime: now(), updateTime: now() }
  const money = moneyLike(amount, value)
  return store.entries.put({ id: newId(), captureId: id, code, amount: money, ...times })
}

function refundsOf({ store }: PayPal, { id }: Capture): Refund[] {
  return store.refunds.list().filter(({ captureId, wonBack }) => captureId === id && !wonBack)
}

function sumOf(refunds: readonly Refund[], ...statuses: readonly Refund['status'][]): number {
  return refunds
    .filter(({ status }) => statuses.includes(status))
    .reduce((total, { amount }) => total + Number(amount.value), 0)
}

function givenBack(paypal: PayPal, capture: Capture): number {
  return sumOf(refundsOf(paypal, capture), 'COMPLETED', 'PENDING')
}

/** What of a capture can still be disputed or taken back. Throws when nothing can. */
export function requireMoney(paypal: PayPal, capture: Capture, asked?: string): number {
  const left = Number(capture.amount.value) - givenBack(paypal, capture)
  const value = Number(asked ?? left)
  const paid = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED'
  if (!paid || value > left || openDisputeOf(paypal, capture) !== undefined)
    throw new Error(`Capture ${capture.id} is ${capture.status}, ${left} are left.`)
  return value
}

/** Writes a refund, and the state in which all its refunds leave the capture. */
export function putRefund(paypal: PayPal, capture: Capture, refund: Refund): Change[] {
  const others = refundsOf(paypal, capture).filter(({ id }) => id !== refund.id)
  const all = refund.wonBack ? others : [...others, refund]
  const back = sumOf(all, 'COMPLETED')
  const partly = back < Number(capture.amount.value) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const taken = all.find(({ reversal }) => reversal)
  const byBuyer = taken?.disputeId !== undefined && !taken.chargeback
  const { store } = paypal
  return [
    store.refunds.put(refund),
    store.captures.put({
      ...capture,
      status: back === 0 ? 'COMPLETED' : partly,
      reason: taken && (byBuyer ? 'BUYER_COMPLAINT' : 'CHARGEBACK'),
      updateTime: now(),
    }),
  ]
}

type Returned = { refund: Refund; changes: Change[]; events: WebhookEvent[] }

function effectsOf(paypal: PayPal, capture: Capture, refund: Refund): Returned {
  const changes = putRefund(paypal, capture, refund)
  if (refund.status !== 'COMPLETED') return { refund, changes, events: [] }
  if (refund.reversal) changes.push(ledgerEntry(paypal, capture, 'T1108', Number(refund.fee)))
  return { refund, changes, events: [moneyReturned(paypal, orderOf(paypal, capture), refund)] }
}

/** Money goes back. PayPal gives its fee back only with what it takes by itself. */
export function returnMoney(
  paypal: PayPal,
  capture: Capture,
  value: number,
  kind: Pick<Refund, 'reversal'> & Partial<Refund>,
): Returned {
  const gross = Number(capture.amount.value)
  return effectsOf(paypal, capture, {
    id: newId(),
    captureId: capture.id,
    amount: moneyLike(capture.amount, value),
    status: 'COMPLETED',
    chargeback: false,
    wonBack: false,
    total: String(givenBack(paypal, capture) + value),
    fee: String(kind.reversal ? Math.round((feeOf(gross) * value) / gross) : 0),
    createTime: now(),
    updateTime: now(),
    ...kind,
  })
}

/** A pending refund ends. PayPal has an event for a completed one only. */
export function settleRefund(paypal: PayPal, refund: Refund, status: Refund['status']): Refund {
  if (refund.status !== 'PENDING') throw new Error(`Refund ${refund.id} is ${refund.status}.`)
  const settled = { ...refund, status, updateTime: now() }
  const capture = findCapture(paypal, refund.captureId)
  const { changes, events } = effectsOf(paypal, capture, settled)
  commit(paypal, changes, events)
  return settled
}

function requireRefundable(paypal: PayPal, capture: Capture): void {
  const { status } = capture
  if (status === 'PENDING') throw refusal('PENDING_CAPTURE')
  if (status === 'DECLINED' || status === 'FAILED') throw refusal('REFUND_NOT_ALLOWED')
  if (openDisputeOf(paypal, capture) !== undefined) throw refusal('TRANSACTION_DISPUTED')
  if (refundsOf(paypal, capture).some(({ disputeId, chargeback }) => disputeId && chargeback))
    throw refusal('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
}

/** The shop gives back a part of a capture, or all that is left. `extra` is committed with it. */
export function refundCapture(
  paypal: PayPal,
  capture: Capture,
  { amount, note_to_payer: note, invoice_id: invoiceId, custom_id: customId }: RefundRequest,
  extra: (refund: Refund) => Change[] = () => [],
): Refund {
  const { store, faults } = paypal
  requireRefundable(paypal, capture)
  const left = Number(capture.amount.value) - givenBack(paypal, capture)
  const value = Number(amount?.value ?? left)
  if (left === 0) throw refusal('CAPTURE_FULLY_REFUNDED')
  if (amount !== undefined && amount.currency_code !== capture.amount.currency_code)
    throw refusal('REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (value > left)
    throw refusal('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value: String(value) })
  if (invoiceId && store.refunds.list().some((one) => one.invoiceId === invoiceId)) {
    const place = { field: '/invoice_id', value: invoiceId, area: '/v2/payments/' } as const
    throw refusal('DUPLICATE_INVOICE_ID', place)
  }
  const refs = [...refsOf(orderOf(paypal, capture)), capture.id]
  const pending = faults.take('refund', { op: 'refund', refs }) !== undefined
  const { refund, changes, events } = returnMoney(paypal, capture, value, {
    reversal: false,
    ...(pending ? { status: 'PENDING' } : {}),
    note,
    invoiceId,
    customId,
  })
  commit(paypal, [...changes, ...extra(refund)], events)
  return refund
}

/** PayPal takes back a part or all of a capture, without a dispute. */
export function reverseCapture(paypal: PayPal, capture: Capture, asked?: string): Refund {
  const value = requireMoney(paypal, capture, asked)
  const { refund, changes, events } = returnMoney(paypal, capture, value, { reversal: true })
  commit(paypal, changes, events)
  return refund
}
