import { isCancelAsked } from './cancel-right.ts'
import { isDisputed } from './payment/disputes.ts'
import type { Order } from './order.ts'
import { searchKeys } from './search-keys.ts'
import { isToShip, readyOn } from './ship-queue.ts'

/** Matters that need the owner. `any` stands beside each of the others. */
export type OwnerNeed = 'review' | 'dispute' | 'return' | 'cancel' | 'any'

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
  const needs: OwnerNeed[] = []
  if (payment?.state === 'review') needs.push('review')
  if (isDisputed(payment)) needs.push('dispute')
  if (returnState === 'asked' || returnState === 'accepted') needs.push('return')
  if (isCancelAsked(order)) needs.push('cancel')
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
