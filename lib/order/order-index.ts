import { isOpenReturn } from '#lib/order/return/return-rules.ts'
import { isAnswerDue } from '#lib/payment/dispute.ts'
import { openManualRefunds } from '#lib/payment/refund/manual-refund.ts'
import { unrefundedReturn } from '#lib/payment/refund/refundable.ts'
import { isCancellationRequested } from './cancel-right-view.ts'
import type { Order } from './order.ts'
import { searchKeys } from './search-keys.ts'
import { isToShip, readyOn } from './shipping-date.ts'

/**
 * Matters that need the owner; `any` stands beside each of the others. `coming`, an accepted return
 * whose goods are on their way back, waits for its buyer.
 */
export type OwnerNeed = 'review' | 'dispute' | 'return' | 'coming' | 'cancel' | 'refund' | 'any'

/** Fields by which the database searches an order, stored with each change. */
export type OrderIndex = {
  readonly version: number
  readonly keys: readonly string[]
  readonly needs: readonly OwnerNeed[]
  readonly providers: readonly string[]
  /** The first day to ship it; only while it is to be shipped. */
  readonly readyOn?: string
}

/** The version of a stored order and of what is stored beside it; a change of either comes with a migration. */
const VERSION = 1

function needsOf(order: Order): OwnerNeed[] {
  const { payment, returnState } = order
  // A return to be answered, its exchange to be sent, or its money to be given back.
  const isReturnDue = isOpenReturn(returnState)
    ? returnState !== 'accepted'
    : unrefundedReturn(order) !== undefined
  const needs: OwnerNeed[] = []
  if (payment?.state === 'review') needs.push('review')
  if (isAnswerDue(payment)) needs.push('dispute')
  if (isReturnDue) needs.push('return')
  if (returnState === 'accepted') needs.push('coming')
  if (isCancellationRequested(order)) needs.push('cancel')
  if (openManualRefunds(payment).length > 0) needs.push('refund')
  return needs.length === 0 ? [] : [...needs, 'any']
}

export function orderIndex(order: Order): OrderIndex {
  return {
    version: VERSION,
    keys: searchKeys(order),
    needs: needsOf(order),
    providers: [...new Set(order.payment?.attempts.map(({ provider }) => provider))],
    ...(isToShip(order) ? { readyOn: readyOn(order) } : {}),
  }
}
