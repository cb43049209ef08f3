import 'server-only'

import { changeOrder, unpaidOrdersPlaced } from '#lib/order/order-store.ts'
import { REMIND_AFTER, remindUnpaid } from '#lib/order/payment-reminder.ts'
import { isMailEnabled, readReminders } from './outbox-store.ts'

/** For so long a sweep that comes late still reminds, in milliseconds. */
const LATE = 2 * 60 * 60 * 1000

/**
 * Reminds the buyers of orders that are unpaid for a day, each once, unless the owner has switched it off. One query
 * where there are none. Throws DatabaseUnavailable.
 */
export async function sendReminders(now: Date): Promise<void> {
  if (!isMailEnabled()) return
  const until = now.getTime() - REMIND_AFTER
  const from = new Date(until - LATE).toISOString()
  const orders = await unpaidOrdersPlaced(from, new Date(until).toISOString())
  const context = { now, by: 'sweep' } as const
  const due = orders.filter((order) => remindUnpaid(order, context))
  if (due.length === 0 || !(await readReminders())) return
  for (const { id } of due) await changeOrder(id, (stored) => remindUnpaid(stored, context))
}
