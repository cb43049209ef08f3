import { randomInt } from 'node:crypto'
import { commit, refsOf, type Desk } from './desk.ts'
import { refusal } from './errors.ts'
import { answer, type Call, type Reply } from './http.ts'
import { ledgerEntry, findCapture, moneyOf, openDisputeOf, orderOf } from './payments.ts'
import type { Capture, Dispute, Outcome, Refund } from './records.ts'
import { leftOf, putRefund, returnMoney } from './refunds.ts'
import { merchantId, payerOf } from './representation.ts'
import type { Change } from './store.ts'
import type { WebhookEvent } from './webhook-event.ts'

type Body = Record<string, unknown>

function linksOf({ id }: Dispute, base: string): Body[] {
  return [{ href: `${base}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }]
}

function summaryOf(dispute: Dispute, base: string): Body {
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: dispute.status === 'RESOLVED' ? 'RESOLVED' : 'REQUIRED_ACTION',
    dispute_amount: dispute.amount,
    dispute_life_cycle_stage: dispute.channel === 'EXTERNAL' ? 'CHARGEBACK' : 'INQUIRY',
    dispute_channel: dispute.channel,
    links: linksOf(dispute, base),
  }
}

/** A dispute as GET /v1/customer/disputes/{id} and the webhooks show it. */
export function disputeBody(desk: Desk, dispute: Dispute): Body {
  const capture = findCapture(desk, dispute.captureId)
  const { dispute_state: _, ...summary } = summaryOf(dispute, desk.base)
  const transaction = {
    seller_transaction_id: capture.id,
    create_time: capture.createTime,
    gross_amount: capture.amount,
    ...(capture.invoiceId === undefined ? {} : { invoice_number: capture.invoiceId }),
    ...(capture.customId === undefined ? {} : { custom: capture.customId }),
    buyer: { name: payerOf(orderOf(desk, capture)) },
    seller: { merchant_id: merchantId },
  }
  return {
    ...summary,
    disputed_transactions: [transaction],
    ...(dispute.outcome === null ? {} : { dispute_outcome: outcomeBody(dispute, dispute.outcome) }),
  }
}

function outcomeBody({ amount }: Dispute, outcome: Outcome): Body {
  return { outcome_code: outcome, ...(buyerWins(outcome) ? { amount_refunded: amount } : {}) }
}

function buyerWins(outcome: Outcome | null): boolean {
  return outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED'
}

const summaries = {
  CREATED: 'A new dispute opened with Case #',
  UPDATED: 'A dispute was updated with case #',
  RESOLVED: 'A dispute was resolved with case #',
} as const

function disputeEvent(desk: Desk, type: keyof typeof summaries, dispute: Dispute): WebhookEvent {
  const order = orderOf(desk, findCapture(desk, dispute.captureId))
  return {
    type: `CUSTOMER.DISPUTE.${type}`,
    resourceType: 'dispute',
    resource: disputeBody(desk, dispute),
    summary: `${summaries[type]} ${dispute.id}`,
    refs: [...refsOf(order), dispute.captureId, dispute.id],
  }
}

function save(
  desk: Desk,
  type: keyof typeof summaries,
  dispute: Dispute,
  more: { changes?: Change[]; events?: WebhookEvent[] } = {},
): Dispute {
  const { changes = [], events = [] } = more
  const event = disputeEvent(desk, type, dispute)
  commit(desk, [desk.store.disputes.put(dispute), ...changes], [...events, event])
  return dispute
}

/** A dispute by its id; 404 for all others. */
export function findDispute(desk: Desk, id: string): Dispute {
  const dispute = desk.store.disputes.get(id)
  if (dispute === undefined) throw refusal('INVALID_RESOURCE_ID', 'dispute_id', id)
  return dispute
}

/** The buyer disputes a payment: PayPal holds the money back and tells the shop. */
export function openDispute(
  desk: Desk,
  capture: Capture,
  asked: Pick<Dispute, 'reason' | 'status' | 'channel'> & { value?: number | undefined },
): Dispute {
  const { value = leftOf(desk, capture), ...rest } = asked
  const paid = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED'
  if (!paid || value > leftOf(desk, capture) || openDisputeOf(desk, capture) !== undefined)
    throw new Error(`Capture ${capture.id} is ${capture.status} and cannot be disputed so.`)
  const at = new Date().toISOString()
  const dispute: Dispute = {
    ...rest,
    id: `PP-D-${randomInt(1e8, 1e9)}`,
    captureId: capture.id,
    amount: moneyOf(capture, value),
    outcome: null,
    createTime: at,
    updateTime: at,
  }
  return save(desk, 'CREATED', dispute, { changes: [ledgerEntry(desk, capture, 'T1110', -value)] })
}

/** Something about an open dispute changes. */
export function updateDispute(
  desk: Desk,
  dispute: Dispute,
  changed: Partial<Pick<Dispute, 'status' | 'reason'>>,
): Dispute {
  if (dispute.status === 'RESOLVED') throw new Error(`Dispute ${dispute.id} is RESOLVED.`)
  const updateTime = new Date().toISOString()
  return save(desk, 'UPDATED', { ...dispute, ...changed, updateTime })
}

function takenBy(desk: Desk, dispute: Dispute): Refund | undefined {
  return desk.store.refunds
    .list()
    .find(({ disputeId, wonBack }) => disputeId === dispute.id && !wonBack)
}

// A lost dispute that was won after all: the money comes back, and with it the fee is due again.
function winBack(desk: Desk, capture: Capture, refund: Refund): Change[] {
  const code = refund.chargeback ? 'T1202' : 'T1205'
  const fee = Number(refund.fee)
  return [
    ...putRefund(desk, capture, { ...refund, wonBack: true }),
    ledgerEntry(desk, capture, code, Number(refund.amount.value)),
    ...(fee === 0 ? [] : [ledgerEntry(desk, capture, 'T1108', -fee)]),
  ]
}

/** A dispute ends, and with it the hold. One that the shop lost can be resolved again, in its favour. */
export function resolveDispute(desk: Desk, before: Dispute, outcome: Outcome): Dispute {
  const capture = findCapture(desk, before.captureId)
  const updateTime = new Date().toISOString()
  const dispute: Dispute = { ...before, status: 'RESOLVED', outcome, updateTime }
  if (before.status === 'RESOLVED') {
    const taken = takenBy(desk, before)
    if (taken === undefined || buyerWins(outcome))
      throw new Error(`Dispute ${before.id} is RESOLVED as ${before.outcome}.`)
    return save(desk, 'RESOLVED', dispute, { changes: winBack(desk, capture, taken) })
  }
  const value = Number(before.amount.value)
  const chargeback = before.channel === 'EXTERNAL'
  const released = ledgerEntry(desk, capture, 'T1111', value)
  if (buyerWins(outcome)) {
    const kind = { reversal: true, chargeback, disputeId: before.id }
    const { changes, events } = returnMoney(desk, capture, value, kind)
    return save(desk, 'RESOLVED', dispute, { changes: [released, ...changes], events })
  }
  // The bank takes its chargeback, and PayPal pays for it in the shop's place.
  const payout = outcome === 'RESOLVED_WITH_PAYOUT' && chargeback
  const paid = payout
    ? [ledgerEntry(desk, capture, 'T1201', -value), ledgerEntry(desk, capture, 'T1205', value)]
    : []
  return save(desk, 'RESOLVED', dispute, { changes: [released, ...paid] })
}

/** GET /v1/customer/disputes/{id} */
export function readDispute(desk: Desk, _call: Call, id: string): Reply {
  return answer(200, disputeBody(desk, findDispute(desk, id)))
}

/** GET /v1/customer/disputes: the newest first, all or those of one transaction. */
export function listDisputes(desk: Desk, call: Call): Reply {
  const unknown = [...call.query.keys()].find((name) => name !== 'disputed_transaction_id')
  if (unknown !== undefined) throw refusal('NOT_SUPPORTED', unknown)
  const wanted = call.query.get('disputed_transaction_id')
  const found = desk.store.disputes
    .list()
    .filter(({ captureId }) => wanted === null || captureId === wanted)
  return answer(200, {
    items: found.toReversed().map((dispute) => summaryOf(dispute, desk.base)),
    links: [{ href: `${desk.base}${call.path}?${call.query}`, rel: 'self', method: 'GET' }],
  })
}
