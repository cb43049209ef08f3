import type { OrderEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'

/** A buyer's account that is to be erased, at once or when it has been kept long enough after its refund (ISO 8601). */
export type AccountEnd = { readonly number: number; readonly doneAt?: string }

/** The accounts that these events of an order end: its refund was made or withdrawn, or its person is erased. */
export function accountEnds(
  { payment }: Pick<Order, 'payment'>,
  events: readonly OrderEvent[],
): readonly AccountEnd[] {
  const named = payment?.refundRequests?.filter(({ accountAt }) => accountAt !== undefined) ?? []
  return events.flatMap((event): readonly AccountEnd[] => {
    if (event.type === 'person.erased') return named.map(({ number }) => ({ number }))
    const isEnd = event.type === 'refund.completed-by-hand' || event.type === 'refund.withdrawn'
    const ended = isEnd && named.find(({ number }) => number === event.data.number)
    if (!ended) return []
    const { number } = ended
    return [event.type === 'refund.withdrawn' ? { number } : { number, doneAt: event.at }]
  })
}
