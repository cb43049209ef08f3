import { randomInt } from 'node:crypto'

import type { PayPal } from './context.ts'
import { unknownId } from './errors.ts'
import { moneyLike } from './money.ts'
import {
  addToLedger,
  findCapture,
  orderOf,
  putRefund,
  requireMoney,
  reverseCapture,
} from './payments.ts'
import type { Capture, Dispute, Outcome } from './records.ts'
import { link, merchantId, personOf } from './representation.ts'
import { refsOf } from './store.ts'

function buyerWins(outcome: Outcome): boolean {
  return outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED'
}

const TEN_DAYS = 10 * 24 * 60 * 60 * 1000

function dueDate(createTime: string): string {
  return new Date(Date.parse(createTime) + TEN_DAYS).toISOString()
}

/** A dispute as GET /v1/customer/disputes/{id} and the webhooks show it. */
export function disputeBody(paypal: PayPal, dispute: Dispute): Record<string, unknown> {
  const { id, amount, outcome, channel } = dispute
  const capture = findCapture(paypal, dispute.captureId)
  const name = personOf(orderOf(paypal, capture))?.name
  const amount_refunded = outcome !== null && buyerWins(outcome) ? amount : undefined
  return {
    dispute_id: id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: amount,
    dispute_life_cycle_stage: channel === 'EXTERNAL' ? 'CHARGEBACK' : 'INQUIRY',
    dispute_channel: channel,
    // PayPal gives a seller ten days.
    seller_response_due_date: dispute.status === 'OPEN' ? dueDate(dispute.createTime) : undefined,
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        create_time: capture.createTime,
        gross_amount: capture.amount,
        invoice_number: capture.invoiceId,
        custom: capture.customId,
        buyer: { name: [name?.given_name, name?.surname].join(' ').trim() || 'Buyer' },
        seller: { merchant_id: merchantId },
      },
    ],
    dispute_outcome: outcome === null ? undefined : { outcome_code: outcome, amount_refunded },
    links: [link(`${paypal.base}/v1/customer/disputes/${id}`, 'self')],
  }
}

function save(paypal: PayPal, type: 'CREATED' | 'UPDATED' | 'RESOLVED', changed: Dispute): Dispute {
  const dispute = { ...changed, updateTime: new Date().toISOString() }
  const { id, captureId } = dispute
  paypal.store.disputes.put(dispute)
  paypal.webhooks.announce({
    type: `CUSTOMER.DISPUTE.${type}`,
    resourceType: 'dispute',
    resource: disputeBody(paypal, dispute),
    summary: `A dispute was ${type.toLowerCase()} with case # ${id}`,
    refs: [...refsOf(orderOf(paypal, findCapture(paypal, captureId))), captureId, id],
  })
  return dispute
}

/** A dispute by its id. Throws 404 for all others. */
export function findDispute({ store }: PayPal, id: string): Dispute {
  const dispute = store.disputes.get(id)
  if (dispute === undefined) throw unknownId('dispute_id', id)
  return dispute
}

/** Opens a buyer's dispute: holds the money and sends the event. */
export function openDispute(
  paypal: PayPal,
  capture: Capture,
  request: Pick<Dispute, 'reason' | 'channel'> & { amount?: string | undefined },
): Dispute {
  const value = requireMoney(paypal, capture, request.amount)
  addToLedger(paypal, capture, 'T1110', -value)
  return save(paypal, 'CREATED', {
    id: `PP-D-${randomInt(1e8, 1e9)}`,
    captureId: capture.id,
    reason: request.reason,
    status: 'OPEN',
    channel: request.channel,
    amount: moneyLike(capture.amount, value),
    outcome: null,
    createTime: new Date().toISOString(),
    updateTime: '',
  })
}

/** An open dispute gets another status. */
export function updateDispute(paypal: PayPal, dispute: Dispute, status: string): Dispute {
  if (dispute.status === 'RESOLVED') throw new Error(`Dispute ${dispute.id} is RESOLVED.`)
  return save(paypal, 'UPDATED', { ...dispute, status })
}

/** Returns the money of a lost dispute and charges the fee again. */
function winBack(paypal: PayPal, capture: Capture, dispute: Dispute, outcome: Outcome): void {
  const taken = paypal.store.refunds
    .list()
    .find(({ disputeId, wonBack }) => disputeId === dispute.id && !wonBack)
  if (taken === undefined || buyerWins(outcome))
    throw new Error(`Dispute ${dispute.id} is RESOLVED as ${dispute.outcome}.`)
  putRefund(paypal, capture, { ...taken, wonBack: true })
  addToLedger(paypal, capture, taken.chargeback ? 'T1202' : 'T1205', Number(taken.amount.value))
  addToLedger(paypal, capture, 'T1108', -Number(taken.fee))
}

/** A dispute ends, and the reservation with it. One that the shop lost can be resolved again for the shop. */
export function resolveDispute(paypal: PayPal, dispute: Dispute, outcome: Outcome): Dispute {
  const { id: disputeId, status, channel } = dispute
  const capture = findCapture(paypal, dispute.captureId)
  const value = Number(dispute.amount.value)
  if (status === 'RESOLVED') winBack(paypal, capture, dispute, outcome)
  else addToLedger(paypal, capture, 'T1111', value)
  if (buyerWins(outcome))
    reverseCapture(paypal, capture, value, { chargeback: channel === 'EXTERNAL', disputeId })
  return save(paypal, 'RESOLVED', { ...dispute, status: 'RESOLVED', outcome })
}
