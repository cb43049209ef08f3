import { randomInt } from 'node:crypto'
import { commit, type PayPal, refsOf } from './context.ts'
import { unknownId } from './errors.ts'
import type { WebhookEvent } from './events.ts'
import {
  findCapture,
  ledgerEntry,
  orderOf,
  putRefund,
  requireMoney,
  returnMoney,
} from './payments.ts'
import type { Capture, Dispute, Outcome } from './records.ts'
import { merchantId, moneyLike, personOf } from './representation.ts'
import type { Change } from './store.ts'

function buyerWins(outcome: Outcome): boolean {
  return outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED'
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
    links: [{ href: `${paypal.base}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }],
  }
}

const summaries = {
  CREATED: 'A new dispute opened with Case #',
  UPDATED: 'A dispute was updated with case #',
  RESOLVED: 'A dispute was resolved with case #',
} as const

type More = { changes?: Change[]; events?: WebhookEvent[] }

function save(
  paypal: PayPal,
  type: keyof typeof summaries,
  dispute: Dispute,
  { changes = [], events = [] }: More = {},
): Dispute {
  const order = orderOf(paypal, findCapture(paypal, dispute.captureId))
  const event: WebhookEvent = {
    type: `CUSTOMER.DISPUTE.${type}`,
    resourceType: 'dispute',
    resource: disputeBody(paypal, dispute),
    summary: `${summaries[type]} ${dispute.id}`,
    refs: [...refsOf(order), dispute.captureId, dispute.id],
  }
  commit(paypal, [paypal.store.disputes.put(dispute), ...changes], [...events, event])
  return dispute
}

/** A dispute by its id. Throws 404 for all others. */
export function findDispute({ store }: PayPal, id: string): Dispute {
  const dispute = store.disputes.get(id)
  if (dispute === undefined) throw unknownId('dispute_id', id)
  return dispute
}

/** The buyer disputes a payment: PayPal holds the money back and tells the shop. */
export function openDispute(
  paypal: PayPal,
  capture: Capture,
  asked: Pick<Dispute, 'reason' | 'channel'> & { amount?: string | undefined },
): Dispute {
  const value = requireMoney(paypal, capture, asked.amount)
  const at = new Date().toISOString()
  const dispute: Dispute = {
    id: `PP-D-${randomInt(1e8, 1e9)}`,
    captureId: capture.id,
    reason: asked.reason,
    status: 'OPEN',
    channel: asked.channel,
    amount: moneyLike(capture.amount, value),
    outcome: null,
    createTime: at,
    updateTime: at,
  }
  const changes = [ledgerEntry(paypal, capture, 'T1110', -value)]
  return save(paypal, 'CREATED', dispute, { changes })
}

/** An open dispute gets another status. */
export function updateDispute(paypal: PayPal, dispute: Dispute, status: string): Dispute {
  if (dispute.status === 'RESOLVED') throw new Error(`Dispute ${dispute.id} is RESOLVED.`)
  return save(paypal, 'UPDATED', { ...dispute, status, updateTime: new Date().toISOString() })
}

/** The money of a lost dispute comes back, and the fee is due again. */
function winBack(paypal: PayPal, capture: Capture, dispute: Dispute, outcome: Outcome): Change[] {
  const taken = paypal.store.refunds
    .list()
    .find(({ disputeId, wonBack }) => disputeId === dispute.id && !wonBack)
  if (taken === undefined || buyerWins(outcome))
    throw new Error(`Dispute ${dispute.id} is RESOLVED as ${dispute.outcome}.`)
  const code = taken.chargeback ? 'T1202' : 'T1205'
  return [
    ...putRefund(paypal, capture, { ...taken, wonBack: true }),
    ledgerEntry(paypal, capture, code, Number(taken.amount.value)),
    ledgerEntry(paypal, capture, 'T1108', -Number(taken.fee)),
  ]
}

function ending(paypal: PayPal, capture: Capture, dispute: Dispute, outcome: Outcome): More {
  const value = Number(dispute.amount.value)
  const released = ledgerEntry(paypal, capture, 'T1111', value)
  if (!buyerWins(outcome)) return { changes: [released] }
  const kind = {
    reversal: true,
    chargeback: dispute.channel === 'EXTERNAL',
    disputeId: dispute.id,
  }
  const { changes, events } = returnMoney(paypal, capture, value, kind)
  return { changes: [released, ...changes], events }
}

/** A dispute ends, and the hold with it. One that the shop lost can be resolved again for the shop. */
export function resolveDispute(paypal: PayPal, before: Dispute, outcome: Outcome): Dispute {
  const capture = findCapture(paypal, before.captureId)
  const updateTime = new Date().toISOString()
  const more =
    before.status === 'RESOLVED'
      ? { changes: winBack(paypal, capture, before, outcome) }
      : ending(paypal, capture, before, outcome)
  return save(paypal, 'RESOLVED', { ...before, status: 'RESOLVED', outcome, updateTime }, more)
}
