import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { defined } from '#lib/result.ts'
import { hasPayment } from './change-to-review.ts'
import { type Dispute, findDispute } from './dispute.ts'
import type { ProviderDispute } from './provider.ts'

const DISPUTE_EVENT_OF = {
  open: 'dispute.opened',
  won: 'dispute.won',
  lost: 'dispute.lost',
} as const

/** A dispute as its provider reports it, and its order as it stood when the provider was asked. */
export type ObservedDispute = {
  readonly dispute: Omit<ProviderDispute, 'captures'>
  readonly before: Pick<Order, 'payment'>
}

/** Whether an order has recorded a dispute as its provider reports it: its state, and whose turn it is. */
export function isDisputeKnown(
  { payment }: Pick<Order, 'payment'>,
  dispute: ObservedDispute['dispute'],
): boolean {
  const known = findDispute(payment, dispute.id)
  return known !== undefined && isSameTurn(known, dispute)
}

type Turn = Pick<Dispute, 'state' | 'isAnswered'>

function isSameTurn(a: Turn, b: Turn): boolean {
  if (a.state !== b.state) return false
  return a.state !== 'open' || (a.isAnswered ?? false) === (b.isAnswered ?? false)
}

/**
 * Returns the change for a dispute. Undefined when known, or when another state was recorded since
 * `before`.
 */
export function applyDispute(
  order: Order,
  { dispute, before: orderBefore }: ObservedDispute,
  context: ChangeContext,
): OrderChange | undefined {
  if (!hasPayment(order)) return undefined
  const { id, state, reason } = dispute
  const known = findDispute(order.payment, id)
  const seen = findDispute(orderBefore.payment, id)
  const isAsAsked = known && seen ? isSameTurn(known, seen) : known === seen
  if (isDisputeKnown(order, dispute) || !isAsAsked) return undefined
  const { channel, amount, respondBy, isAnswered = false } = dispute
  if (known?.state === state) {
    const turn = { dispute: id, isAnswered, ...defined({ respondBy }) }
    return { events: [newEvent('dispute.response-changed', turn, context)] }
  }
  const data = {
    dispute: id,
    issue: reason,
    ...defined({ channel, amount, respondBy }),
    ...(isAnswered ? { isAnswered: true as const } : {}),
  }
  return { events: [newEvent(DISPUTE_EVENT_OF[state], data, context)] }
}
