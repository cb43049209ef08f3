import { commit, now, refsOf, type Desk } from './desk.ts'
import { detail, PayPalError, refusal, type Detail } from './errors.ts'
import { moneyReturned } from './events.ts'
import { newTransactionId } from './identifiers.ts'
import { ledgerEntry, findCapture, moneyOf, openDisputeOf, orderOf } from './payments.ts'
import type { Capture, Refund } from './records.ts'
import { feeOf } from './representation.ts'
import type { Change } from './store.ts'
import type { RefundRequest } from './validate.ts'
import type { WebhookEvent } from './webhook-event.ts'

function refundsOf(desk: Desk, { id }: Capture): Refund[] {
  return desk.store.refunds.list().filter(({ captureId }) => captureId === id)
}

function sumOf(refunds: readonly Refund[], ...statuses: readonly Refund['status'][]): number {
  return refunds
    .filter(({ status, wonBack }) => !wonBack && statuses.includes(status))
    .reduce((total, { amount }) => total + Number(amount.value), 0)
}

/** What may still be given back of a capture; pending refunds count as given. */
export function leftOf(desk: Desk, capture: Capture): number {
  return Number(capture.amount.value) - sumOf(refundsOf(desk, capture), 'COMPLETED', 'PENDING')
}

function feeShare(capture: Capture, part: number): number {
  const gross = Number(capture.amount.value)
  return Math.round((feeOf(gross) * part) / gross)
}

/** The capture as its refunds leave it: whole, refunded in part or in full. */
export function captureWith(capture: Capture, refunds: readonly Refund[]): Capture {
  const { reason: _, ...rest } = capture
  const back = sumOf(refunds, 'COMPLETED')
  const whole = back >= Number(capture.amount.value)
  const taken = refunds.find(({ reversal, wonBack }) => reversal && !wonBack)
  const byBank = taken?.chargeback === true || taken?.disputeId === undefined
  return {
    ...rest,
    status: back === 0 ? 'COMPLETED' : whole ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    ...(taken === undefined ? {} : { reason: byBank ? 'CHARGEBACK' : 'BUYER_COMPLAINT' }),
    updateTime: now(),
  }
}

/** The changes that put a new or changed refund and its capture into the records. */
export function putRefund(desk: Desk, capture: Capture, refund: Refund): Change[] {
  const others = refundsOf(desk, capture).filter(({ id }) => id !== refund.id)
  return [
    desk.store.refunds.put(refund),
    desk.store.captures.put(captureWith(capture, [...others, refund])),
  ]
}

type Kind = Pick<Refund, 'reversal'> &
  Partial<Pick<Refund, 'chargeback' | 'disputeId' | 'status' | 'note' | 'invoiceId' | 'customId'>>

/** Money goes back: the refund, what it changes, and the event when it is complete. */
export function returnMoney(
  desk: Desk,
  capture: Capture,
  value: number,
  kind: Kind,
): { refund: Refund; changes: Change[]; events: WebhookEvent[] } {
  const at = now()
  const total = sumOf(refundsOf(desk, capture), 'COMPLETED', 'PENDING') + value
  const keepsFee = !kind.reversal && !desk.account.refundFees
  const refund: Refund = {
    id: newTransactionId(),
    captureId: capture.id,
    amount: moneyOf(capture, value),
    status: 'COMPLETED',
    chargeback: false,
    wonBack: false,
    ...kind,
    total: String(total),
    fee: String(keepsFee ? 0 : feeShare(capture, value)),
    createTime: at,
    updateTime: at,
  }
  return { refund, ...effectsOf(desk, capture, refund) }
}

function effectsOf(
  desk: Desk,
  capture: Capture,
  refund: Refund,
): { changes: Change[]; events: WebhookEvent[] } {
  const complete = refund.status === 'COMPLETED'
  const fee = complete && refund.fee !== '0'
  const code = refund.reversal ? 'T1108' : 'T1109'
  return {
    changes: [
      ...putRefund(desk, capture, refund),
      ...(fee ? [ledgerEntry(desk, capture, code, Number(refund.fee))] : []),
    ],
    events: complete ? [moneyReturned(desk, orderOf(desk, capture), refund)] : [],
  }
}

/** A pending refund ends: completed, failed or cancelled. PayPal has an event for the first only. */
export function settleRefund(
  desk: Desk,
  refund: Refund,
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED',
): Refund {
  if (refund.status !== 'PENDING')
    throw new Error(`Refund ${refund.id} is ${refund.status}, not PENDING.`)
  const settled: Refund = { ...refund, status, updateTime: now() }
  const { changes, events } = effectsOf(desk, findCapture(desk, refund.captureId), settled)
  commit(desk, changes, events)
  return settled
}

function requireRefundable(desk: Desk, capture: Capture): void {
  const { status } = capture
  if (status === 'PENDING') throw refusal('PENDING_CAPTURE')
  if (status === 'DECLINED' || status === 'FAILED') throw refusal('REFUND_NOT_ALLOWED')
  if (openDisputeOf(desk, capture) !== undefined) throw refusal('TRANSACTION_DISPUTED')
  const refunds = refundsOf(desk, capture)
  if (refunds.some(({ disputeId, chargeback, wonBack }) => disputeId && chargeback && !wonBack))
    throw refusal('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  if (leftOf(desk, capture) === 0) throw refusal('CAPTURE_FULLY_REFUNDED')
}

function amountOf(capture: Capture, request: RefundRequest, left: number): number {
  const { amount } = request
  if (amount === undefined) return left
  if (amount.currency_code !== capture.amount.currency_code)
    throw refusal('REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (Number(amount.value) > left)
    throw refusal('REFUND_AMOUNT_EXCEEDED', '/amount/value', amount.value)
  return Number(amount.value)
}

// PayPal describes this issue otherwise for a refund than for a capture.
function usedInvoiceId(invoiceId: string): Detail {
  const description = 'Invoice ID was previously used to refund a capture.'
  return { ...detail('DUPLICATE_INVOICE_ID', '/invoice_id', invoiceId), description }
}

/** The shop gives back a part or all of a capture; asked without an amount, everything that is left. */
export function refundCapture(
  desk: Desk,
  capture: Capture,
  request: RefundRequest,
  extra: (refund: Refund) => Change[],
): Refund {
  requireRefundable(desk, capture)
  const value = amountOf(capture, request, leftOf(desk, capture))
  const { note_to_payer: note, invoice_id: invoiceId, custom_id: customId } = request
  if (
    invoiceId !== undefined &&
    desk.store.refunds.list().some((one) => one.invoiceId === invoiceId)
  )
    throw new PayPalError(422, [usedInvoiceId(invoiceId)])
  const refs = [...refsOf(orderOf(desk, capture)), capture.id]
  const fault = desk.faults.take('refund', { op: 'refund', refs })
  const { refund, changes, events } = returnMoney(desk, capture, value, {
    reversal: false,
    ...(fault === undefined ? {} : { status: 'PENDING' }),
    ...(note === undefined ? {} : { note }),
    ...(invoiceId === undefined ? {} : { invoiceId }),
    ...(customId === undefined ? {} : { customId }),
  })
  commit(desk, [...changes, ...extra(refund)], events)
  return refund
}

/** PayPal takes back a part or all of a capture, as after a chargeback of which it tells nothing else. */
export function reverseCapture(desk: Desk, capture: Capture, asked: number | undefined): Refund {
  const left = leftOf(desk, capture)
  const value = asked ?? left
  const paid = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED'
  if (!paid || value > left || openDisputeOf(desk, capture) !== undefined)
    throw new Error(`Capture ${capture.id} is ${capture.status} and has ${left} left.`)
  const { refund, changes, events } = returnMoney(desk, capture, value, { reversal: true })
  commit(desk, changes, events)
  return refund
}
