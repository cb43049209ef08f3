import 'server-only'

import { changeOrder } from '../../adapters/firestore/orders.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import type { Order } from '../order.ts'
import { findAttemptRef, findProvider, recordProviderState } from './ask-provider.ts'
import { isWatched } from './sweep-schedule.ts'
import { isUnsettled } from './payment-status.ts'
import type { ProviderOrder } from './provider.ts'
import { paidAttempt } from './refund-payment.ts'
import { refundsUnderWay } from './refund-request.ts'

/** Maximum number of orders in one request. */
const AT_ONCE = 100

/** Whether the sweep checks an order only because its provider sends no events about refunds. */
export function shouldPollRefunds(order: Order): boolean {
  const isMoving = isUnsettled(order) || refundsUnderWay(order.payment).length > 0
  return order.status !== '待付款' && !isMoving
}

// Once no refund is possible any more, the order is not checked again.
async function stopPolling(order: Order, context: ChangeContext): Promise<Order> {
  const after = await changeOrder(order.id, (stored) =>
    shouldPollRefunds(stored) && !isWatched(stored, context.now)
      ? { events: [newEvent('refunds.unwatched', {}, context)] }
      : undefined,
  )
  return after ?? order
}

async function readBack(provider: string, references: readonly string[]) {
  const { findPaid } = findProvider(provider)
  const seen: ProviderOrder[] = []
  if (!findPaid) return seen
  for (let from = 0; from < references.length; from += AT_ONCE) {
    seen.push(...(await findPaid(references.slice(from, from + AT_ONCE))))
  }
  return seen
}

/**
 * Polls paid orders for refunds; returns them in the same order. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function settlePaid(
  orders: readonly Order[],
  context: ChangeContext,
): Promise<readonly Order[]> {
  const requests = orders.map((order) => {
    const paid = isWatched(order, context.now) ? paidAttempt(order) : undefined
    return { order, paid, reference: paid?.reference ?? '' }
  })
  const providers = new Set(requests.flatMap(({ paid }) => paid?.provider ?? []))
  const seen: ProviderOrder[] = []
  for (const provider of providers) {
    const own = requests.filter(({ paid }) => paid?.provider === provider)
    seen.push(
      ...(await readBack(
        provider,
        own.map(({ reference }) => reference),
      )),
    )
  }
  const after: Order[] = []
  for (const { order, paid, reference } of requests) {
    const at = findAttemptRef(order, reference)
    const result = seen.find(({ id }) => id === reference)
    if (!paid) after.push(await stopPolling(order, context))
    else
      after.push(at && result ? (await recordProviderState(at, result, context.by)).order : order)
  }
  return after
}
