import 'server-only'

import type { Order } from '#lib/order/order.ts'
import { applyDispute, isDisputeKnown } from './apply-dispute.ts'
import { paidAttempt } from './payment-status.ts'
import { findProvider } from './providers.ts'
import { changeStored, now } from './settle-payment.ts'

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
    const shown = await findProvider(provider).findDispute?.(id)
    if (!shown) return current
    const { captures: _captures, ...dispute } = shown
    const orderBefore = current
    current = await changeStored(current, (stored) =>
      applyDispute(stored, { dispute, before: orderBefore }, now('provider')),
    )
    if (isDisputeKnown(current, dispute)) return current
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
