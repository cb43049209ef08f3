import 'server-only'

import { changeOrder, ordersDue, postponeOrder } from '../adapters/firestore/orders.ts'
import { PaypalProblem } from '../adapters/paypal/problem.ts'
import type { Order } from '../order/order.ts'
import { reportEvent, reportFailure } from '../report/report-event.ts'
import { PAYPAL_OPEN_FOR } from './payment.ts'
import { expirePayment, postponeCheck } from './payment-attempts.ts'
import type { Occasion } from './payment-change.ts'
import { finishPayment } from './settle-payment.ts'

/** How many orders one sweep looks at. */
const BATCH = 50

/** What a sweep did: how many open payments it looked at, how many moved, how many could not be asked about. */
export type Sweep = { readonly looked: number; readonly moved: number; readonly failed: number }

function isTooOld(order: Order, now: Date): boolean {
  const startedAt = order.payment?.startedAt
  return startedAt !== undefined && now.getTime() - Date.parse(startedAt) > PAYPAL_OPEN_FOR
}

async function finishAll(order: Order): Promise<Order> {
  let current = order
  for (const id of order.payment?.paypalOrderIds ?? []) {
    current = await finishPayment(current, id, { by: 'sweep' })
  }
  return current
}

async function sweepOrder(order: Order, occasion: Occasion): Promise<boolean> {
  const finished = await finishAll(order)
  const state = finished.payment?.state
  const isOpen = state === 'creating' || state === 'created' || state === 'declined'
  if (isOpen && isTooOld(finished, occasion.now)) {
    await changeOrder(order.id, (stored) => expirePayment(stored, 'not-approved-in-time', occasion))
    reportEvent('payment', { order: order.orderId, state: 'expired', by: 'sweep' })
    return true
  }
  if (state !== order.payment?.state) return true
  const postponed = postponeCheck(finished, occasion)?.nextCheckAt
  if (postponed) await postponeOrder(order.id, postponed)
  return false
}

async function trySweep(order: Order, occasion: Occasion): Promise<'moved' | 'same' | 'failed'> {
  try {
    return (await sweepOrder(order, occasion)) ? 'moved' : 'same'
  } catch (error) {
    const debugId = error instanceof PaypalProblem ? error.debugId : undefined
    reportFailure('sweep', error, { order: order.orderId, debugId })
    return 'failed'
  }
}

/** Looks at every open payment that is due at `now`, finishes or expires it, and says when to look again; it may run as often as one likes and on several machines at once. */
export async function sweepPayments(now: Date): Promise<Sweep> {
  const due = await ordersDue(now, BATCH)
  const outcomes: string[] = []
  for (const order of due) outcomes.push(await trySweep(order, { now, by: 'sweep' }))
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  const swept = { looked: due.length, moved: count('moved'), failed: count('failed') }
  if (swept.looked > 0) reportEvent('sweep', swept)
  return swept
}
