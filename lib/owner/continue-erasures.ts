import 'server-only'

import { capturedAt } from '../order/movements.ts'
import { cancelledBetween, dueErasures, type ErasureRun, saveErasure } from './erasure-store.ts'
import { readProgress, saveProgress } from '../adapters/firestore/database.ts'
import { changeOrder } from '../order/order-store.ts'
import { logFailure } from '../log/log.ts'
import { eraseOrder, erasureOf } from './customer.ts'
import { endAccount } from './customer-data.ts'
import { continueErasure } from './export-month.ts'

const AT_ONCE = 3
const ENOUGH = 5_000
const BATCH = 50
const DAY = 24 * 60 * 60 * 1000

/** Days after which a cancelled unpaid order is anonymized. */
export const UNPAID_KEPT_DAYS = 90

// Unpaid orders end within three days, so older ones need one check.
async function clearUnpaidOrders(now: Date): Promise<void> {
  const from = await readProgress('cleared-unpaid')
  const until = new Date(now.getTime() - UNPAID_KEPT_DAYS * DAY).toISOString()
  const orders = await cancelledBetween({ from: from ?? '', until }, BATCH)
  for (const { id } of orders) {
    await changeOrder(id, (stored) => {
      const erasure = erasureOf(stored, now)
      const isCleared = stored.uid === '' || capturedAt(stored) !== undefined
      if (isCleared || erasure.kind !== 'erased') return undefined
      return eraseOrder(erasure, { by: 'sweep', now })
    })
  }
  const last = orders.at(-1)
  if (last) await saveProgress('cleared-unpaid', last.createdAt)
}

/**
 * Continues due erasures and anonymizes cancelled unpaid orders after 90 days. Run by the sweep.
 * Throws nothing.
 */
export async function continueErasures(now: Date): Promise<void> {
  try {
    for (const run of await dueErasures(now, AT_ONCE)) await continueErasure(run, now, ENOUGH)
    await clearUnpaidOrders(now)
  } catch (error) {
    logFailure('erasures', error)
  }
}

/** Anonymizes a deleted account's unpaid orders; the sweep continues the rest. */
export async function eraseUnpaid(uid: string, now: Date): Promise<void> {
  const startedAt = now.toISOString()
  const run: ErasureRun = {
    uid,
    scope: 'unpaid',
    by: uid,
    startedAt,
    hasOpen: false,
    dueAt: startedAt,
  }
  await saveErasure(run)
  await continueErasure(run, now, ENOUGH)
}

/**
 * Repeats erasures after a restore and returns their number; the sweep continues long ones. Throws
 * DatabaseUnavailable.
 */
export async function eraseAgain(runs: readonly ErasureRun[], now: Date): Promise<number> {
  for (const { uid, scope, by, startedAt } of runs) {
    const dueAt = now.toISOString()
    const run: ErasureRun = { uid, scope, by, startedAt, hasOpen: false, dueAt }
    await saveErasure(run)
    await endAccount(uid)
    await continueErasure(run, now, ENOUGH)
  }
  return runs.length
}
