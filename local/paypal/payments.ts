import { commit, now, type Desk } from './desk.ts'
import { refusal } from './errors.ts'
import { captureReached } from './events.ts'
import { newTransactionId } from './identifiers.ts'
import type { Capture, Dispute, Entry, Money, Order } from './records.ts'
import type { Change } from './store.ts'

/** A capture by its id; 404 for all others. */
export function findCapture(desk: Desk, id: string): Capture {
  const capture = desk.store.captures.get(id)
  if (capture === undefined) throw refusal('INVALID_RESOURCE_ID', 'capture_id', id)
  return capture
}

/** The order that a capture belongs to. */
export function orderOf(desk: Desk, capture: Capture): Order {
  const order = desk.store.orders.get(capture.orderId)
  if (order === undefined) throw new Error(`Capture ${capture.id} has lost its order.`)
  return order
}

/** A whole amount in the capture's currency. */
export function moneyOf(capture: Capture, value: number): Money {
  return { currency_code: capture.amount.currency_code, value: String(value) }
}

/** The dispute about a capture that is still open, if any. */
export function openDisputeOf(desk: Desk, { id }: Capture): Dispute | undefined {
  return desk.store.disputes
    .list()
    .find(({ captureId, status }) => captureId === id && status !== 'RESOLVED')
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

/** A line for the ledger about a capture; `value` is positive when the shop gets it. */
export function ledgerEntry(
  desk: Desk,
  capture: Capture,
  code: Entry['code'],
  value: number,
): Change {
  const { entries } = desk.store
  return entries.put({
    id: newTransactionId(),
    captureId: capture.id,
    code,
    amount: moneyOf(capture, value),
    at: now(),
  })
}
