import 'server-only'

import type { Order } from '../order.ts'
import { changeStored, findProvider, now } from './ask-provider.ts'
import { findDispute } from './disputes.ts'
import { paidAttempt } from './refund-payment.ts'
import { applyDispute } from './settlement.ts'

/** Maximum number of tries while other requests record another state. */
const TRIES = 4

/**
 * Records a dispute's state; asks again if another state came first. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function settleDispute(
  order: Order,
  { provider, id }: { readonly provider: string; readonly id: string },
): Promise<Order> {
  let current = order
  for (let tries = 0; tries < TRIES; tries += 1) {
    const result = await findProvider(provider).findDispute?.(id)
    if (!result) return current
    const { captures: _captures, ...dispute } = result
    const orderBefore = current
    current = await changeStored(current, (stored) =>
      applyDispute(stored, { dispute, before: orderBefore }, now('provider')),
    )
    if (findDispute(current.payment, id)?.state === dispute.state) return current
  }
  return current
}

/**
 * Records the current state of all known disputes. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function refreshDisputes(order: Order): Promise<Order> {
  const provider = paidAttempt(order)?.provider
  let current = order
  for (const { id } of order.payment?.disputes ?? []) {
    if (provider !== undefined) current = await settleDispute(current, { provider, id })
  }
  return current
}
