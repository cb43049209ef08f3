import 'server-only'

import { type ErasureRun, saveErasure } from '../adapters/firestore/erasures.ts'
import { ordersOfAccount } from '../adapters/firestore/customer-orders.ts'
import { removeMails } from '../adapters/firestore/outbox.ts'
import { rewriteOrder } from '../adapters/firestore/owner-orders.ts'
import { log } from '../log/log.ts'
import type { ChangeContext } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { erasedOrder, type Erasure, erasureOf } from './customer.ts'
import { capturedAt } from '../order/effects.ts'

const BATCH = 100
const AT_ONCE = 10

/** Interval between checks of open orders in an erasure, in milliseconds. */
const WAIT = 6 * 60 * 60 * 1000

/** Returns the effect of an erasure of this scope; `open` when it has to wait, undefined when the order stays. */
export function erasureIn(
  scope: ErasureRun['scope'],
  order: Order,
  now: Date,
): Erasure | undefined {
  const isPaid = capturedAt(order) !== undefined || order.payment?.review !== undefined
  return scope === 'unpaid' && isPaid ? undefined : erasureOf(order, now)
}

// An order that the law keeps lost its notes only; it is erased once the years are over.
function isDone({ history }: Order, { kind }: Erasure): boolean {
  return history.some(({ type, data }) => type === 'person.erased' && data.extent === kind)
}

/** Returns the erasure that is due now; undefined when done, kept or still open. */
function dueErasure(scope: ErasureRun['scope'], order: Order, now: Date): Erasure | undefined {
  const erasure = erasureIn(scope, order, now)
  if (erasure === undefined || erasure.kind === 'open' || isDone(order, erasure)) return undefined
  return erasure
}

/** Takes the person from orders that are over, and the mails about them. Returns whether one was passed over. */
async function eraseBatch(
  orders: readonly Order[],
  scope: ErasureRun['scope'],
  context: ChangeContext,
): Promise<boolean> {
  const due = orders.flatMap((order) => (dueErasure(scope, order, context.now) ? [order.id] : []))
  // Mails are found by the orders, and after the next step the orders may not be found.
  await removeMails(due)
  for (let start = 0; start < due.length; start += AT_ONCE) {
    await Promise.all(
      due.slice(start, start + AT_ONCE).map((id) =>
        rewriteOrder(id, (stored) => {
          const erasure = dueErasure(scope, stored, context.now)
          return erasure ? erasedOrder(stored, erasure, context) : stored
        }),
      ),
    )
  }
  return orders.some((order) => erasureIn(scope, order, context.now)?.kind === 'open')
}

// One whole pass ends it, unless an order was not over: then another follows later.
function afterPass(run: ErasureRun, now: Date): ErasureRun {
  const { cursor: _cursor, dueAt: _dueAt, ...rest } = run
  if (!run.hasOpen) return rest
  return { ...rest, hasOpen: false, dueAt: new Date(now.getTime() + WAIT).toISOString() }
}

async function eraseNext(run: ErasureRun, context: ChangeContext): Promise<ErasureRun> {
  const { orders, next } = await ordersOfAccount(run.uid, { after: run.cursor, limit: BATCH })
  const hasOpen = (await eraseBatch(orders, run.scope, context)) || run.hasOpen
  const passed = { ...run, hasOpen }
  const after = next === undefined ? afterPass(passed, context.now) : { ...passed, cursor: next }
  await saveErasure(after)
  return after
}

/**
 * Continues an erasure in batches for about `ms` and stores its progress. Done when `dueAt` is
 * gone. Throws DatabaseUnavailable.
 */
export async function continueErasure(
  input: ErasureRun,
  now: Date,
  enough: number,
): Promise<ErasureRun> {
  const began = performance.now()
  const by = input.scope === 'all' ? 'owner' : 'member'
  // An order without a person names no account again, also not the one that asked.
  const isOwn = input.by === input.uid
  const context: ChangeContext = { by, now, ...(isOwn ? {} : { who: input.by }) }
  let run = await eraseNext(input, context)
  while (run.cursor !== undefined && performance.now() - began < enough) {
    run = await eraseNext(run, context)
  }
  const isDone = run.dueAt === undefined
  if (run.cursor === undefined) log('erasure', { person: run.uid, scope: run.scope, done: isDone })
  return run
}
