import 'server-only'

import { changeOrder, ordersDue, postponeOrder } from '../adapters/firestore/orders.ts'
import { PaypalProblem } from '../adapters/paypal/problem.ts'
import type { Order } from '../order/order.ts'
import { reportEvent, reportFailure } from '../report/report-event.ts'
import { PAYPAL_OPEN_FOR } from './payment.ts'
import { expirePayment, postponeCheck } from './payment-attempts.ts'
import type { Occasion } from './payment-change.ts'
import { finishPayment } from './settle-payment.ts'

/** How many orders one sweep looks at, and how many at a time. */
const BATCH = 50
const AT_ONCE = 5

/** After how many milliseconds a sweep begins no further order: a PayPal that does not answer must not hold it longer than a scheduler waits. */
const ENOUGH = 40_000

/** What a sweep did: how many open payments it looked at, how many moved, how many could not be asked about. */
export type Sweep = { readonly looked: number; readonly moved: number; readonly failed: number }

type Outcome = 'moved' | 'same' | 'failed'

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

// Nothing is expired that has moved since PayPal was asked: the buyer may just have approved it.
async function expire(order: Order, occasion: Occasion): Promise<void> {
  const after = await changeOrder(order.id, (stored) =>
    stored.payment?.changedAt === order.payment?.changedAt
      ? expirePayment(stored, 'not-approved-in-time', occasion)
      : undefined,
  )
  if (after?.payment?.state === 'expired') {
    reportEvent('payment', { order: order.orderId, state: 'expired', by: 'sweep' })
  }
}

async function postpone(order: Order, occasion: Occasion): Promise<void> {
  const { payment } = order
  const nextCheckAt = postponeCheck(order, occasion)?.nextCheckAt
  if (!payment || nextCheckAt === undefined) return
  await postponeOrder(order.id, { changedAt: payment.changedAt, nextCheckAt })
}

async function sweepOrder(order: Order, occasion: Occasion): Promise<'moved' | 'same'> {
  const finished = await finishAll(order)
  const state = finished.payment?.state
  const isOpen = state === 'creating' || state === 'created' || state === 'declined'
  if (isOpen && isTooOld(finished, occasion.now)) {
    await expire(finished, occasion)
    return 'moved'
  }
  if (state !== order.payment?.state) return 'moved'
  await postpone(finished, occasion)
  return 'same'
}

function reportUnswept(order: Order, error: unknown): void {
  const debugId = error instanceof PaypalProblem ? error.debugId : undefined
  reportFailure('sweep', error, { order: order.orderId, debugId })
}

// What can't be finished now waits its turn again, or it would stand before all others for ever.
async function trySweep(order: Order, occasion: Occasion): Promise<Outcome> {
  try {
    return await sweepOrder(order, occasion)
  } catch (error) {
    reportUnswept(order, error)
  }
  try {
    await postpone(order, occasion)
  } catch (error) {
    reportUnswept(order, error)
  }
  return 'failed'
}

async function sweepAll(orders: readonly Order[], occasion: Occasion): Promise<Outcome[]> {
  const waiting = [...orders]
  const outcomes: Outcome[] = []
  const began = performance.now()
  const sweepNext = async () => {
    while (performance.now() - began < ENOUGH) {
      const order = waiting.shift()
      if (!order) return
      outcomes.push(await trySweep(order, occasion))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sweepNext))
  return outcomes
}

/** Looks at every open payment that is due at `now`, finishes or expires it, and says when to look again; it may run as often as one likes and on several machines at once. */
export async function sweepPayments(now: Date): Promise<Sweep> {
  const { orders, unreadable } = await ordersDue(now, BATCH)
  for (const id of unreadable) reportEvent('order-unreadable', { document: id })
  const outcomes = await sweepAll(orders, { now, by: 'sweep' })
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const swept = { looked: outcomes.length, moved: count('moved'), failed: count('failed') }
  if (swept.looked > 0) reportEvent('sweep', swept)
  return swept
}
