import { isDisputed } from '../payment/disputes.ts'
import type { Order } from './order.ts'
import { searchKeys } from './search-keys.ts'
import { isToShip, readyOn } from './ship-queue.ts'

/** What an order may ask of its owner besides its parcel; `any` stands beside each of the others. */
export type OwnerNeed = 'review' | 'dispute' | 'return' | 'any'

/**
 * What the database searches an order by, stored beside it with each change: the owner's search keys, the day from
 * which it can leave while it is to be shipped, what it asks of its owner, and where it was to be paid.
 */
export type OrderIndex = {
  readonly version: number
  readonly keys: readonly string[]
  readonly needs: readonly OwnerNeed[]
  readonly providers: readonly string[]
  readonly readyOn?: string
}

/** Grows with the rules of this file; `npm run orders -- migrate` brings older orders up to date. */
export const INDEX_VERSION = 1

/** Whether what is stored beside an order follows the present rules. */
export function isIndexed({ index }: Pick<Order, 'index'>): boolean {
  return index?.version === INDEX_VERSION
}

function needsOf({ payment, returnState }: Order): OwnerNeed[] {
  const needs: OwnerNeed[] = []
  if (payment?.state === 'review') needs.push('review')
  if (isDisputed(payment)) needs.push('dispute')
  if (returnState === 'asked' || returnState === 'accepted') needs.push('return')
  return needs.length === 0 ? [] : [...needs, 'any']
}

/** What the database searches an order by. */
export function orderIndex(order: Order): OrderIndex {
  return {
    version: INDEX_VERSION,
    keys: searchKeys(order),
    needs: needsOf(order),
    providers: [...new Set(order.payment?.attempts.map(({ provider }) => provider))],
    ...(isToShip(order) ? { readyOn: readyOn(order) } : {}),
  }
}
