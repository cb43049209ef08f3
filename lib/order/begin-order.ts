import { applyEvents } from './apply.ts'
import { withIds } from './events.ts'
import type { Order } from './order.ts'

/**
 * The order that a draft's history makes of it; its first event keeps what was ordered. The ids of
 * its events follow from its document.
 */
export function beginOrder(draft: Order): Order {
  const { items, recipient, hold, cancelRights } = draft
  const data = {
    items,
    recipient,
    ...(hold ? { hold } : {}),
    ...(cancelRights ? { cancelRights } : {}),
  }
  const events = draft.history.map((event) =>
    event.type === 'order.placed' ? { ...event, data } : event,
  )
  return applyEvents({ ...draft, history: [] }, withIds(events, draft.id))
}
