import 'server-only'

import { createHash, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import {
  database,
  readDocument,
  transact,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { noteLowStock } from '#lib/inventory/low-stock.ts'
import {
  checkNumbers,
  type InvoiceSweep,
  settleInvoices,
  settleWrittenInvoices,
} from '#lib/invoice/sweep-invoices.ts'
import { log, logFailure } from '#lib/log/log.ts'
import { reservationNotice } from '#lib/mail/mail.ts'
import { changeSweepState, isMailEnabled, writeMailOnce } from '#lib/mail/outbox-store.ts'
import { type Mailing, sendDueMails, sendQueued } from '#lib/mail/send-mails.ts'
import { sendReminders } from '#lib/mail/send-reminders.ts'
import { afterSweep, lateNotice, type SweepResult } from '#lib/mail/sweep-notice.ts'
import { sweepDue, sweepJob } from '#lib/operation/operation.ts'
import { mailDayQuestions } from '#lib/owner/find-day-questions.ts'
import { recalculateDaily } from '#lib/owner/recalculate-counters.ts'
import { findReservedProducts } from '#lib/owner/release-reservations.ts'
import { refreshStores, type StoreRefresh } from '#lib/parcel/store-lists.ts'
import { followParcels, type ParcelSweep } from '#lib/parcel/track-parcels.ts'
import { type Sweep, sweepPayments } from '#lib/payment/sweep-payments.ts'
import { continueErasures } from '#lib/privacy/erase-customer.ts'
import { settings } from '#lib/settings/env.ts'
import type { Settings } from '#lib/settings/parse-settings.ts'
import { sendStockAlerts } from '#lib/stock-alert/stock-alert.ts'

function reference() {
  return database().collection('sweeps').doc('last')
}

const recordSchema = z.object({
  at: z.iso.datetime(),
  failed: z.number(),
  claimedAt: z.iso.datetime().optional(),
})

/** Remembers that a sweep ended; one write. Throws DatabaseUnavailable. */
export async function recordSweep(record: SweepRecord): Promise<void> {
  await writeDocuments('recording a sweep', (batch) => batch.set(reference(), record))
}

/** Returns the last finished sweep, or undefined. One read. Throws DatabaseUnavailable. */
export async function readLastSweep(): Promise<SweepRecord | undefined> {
  const snapshot = await readDocument('reading the last sweep', reference())
  return recordSchema.safeParse(snapshot.data()).data
}

/**
 * Claims an overdue sweep unless another process did since `before`. One transaction. Throws
 * DatabaseUnavailable.
 */
export async function claimSweep(now: Date, before: Date): Promise<boolean> {
  return transact('claiming a sweep', async (tx) => {
    const stored = recordSchema.safeParse((await tx.get(reference())).data()).data
    const since = before.toISOString()
    if (stored && (stored.at > since || (stored.claimedAt ?? '') > since)) return false
    const { at = new Date(0).toISOString(), failed = 0 } = stored ?? {}
    tx.set(reference(), { at, failed, claimedAt: now.toISOString() })
    return true
  })
}

/** The last sweep that ended: when (ISO 8601 in UTC), and how many orders it could not ask about. */
export type SweepRecord = { readonly at: string; readonly failed: number }

/** A sweep is late after so many intervals of the scheduler. */
const LATE_AFTER = 3

const MINUTE = 60_000

/** The last sweep, its interval in minutes, and the start of this process. */
export type SweepWatch = {
  readonly last: SweepRecord | undefined
  readonly minutes: number
  readonly runsSince: Date
}

/** True after three intervals without a sweep. A new process waits one interval first. */
export function isSweepLate({ last, minutes, runsSince }: SweepWatch, now: Date): boolean {
  const since = last === undefined ? runsSince : new Date(last.at)
  const isAwake = now.getTime() - runsSince.getTime() >= minutes * MINUTE
  return isAwake && now.getTime() - since.getTime() > LATE_AFTER * minutes * MINUTE
}

/** Sends pending mails and invoices after the response. Throws nothing. */
export async function finishWritten(): Promise<void> {
  await sendQueued()
  await settleWrittenInvoices()
  await sendQueued()
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** True if the header carries the current or previous SWEEP_SECRET. Compared in constant time. */
export function isScheduler(
  authorization: string | null,
  secrets: Pick<Settings, 'SWEEP_SECRET' | 'SWEEP_SECRET_PREVIOUS'> = settings(),
): boolean {
  const { SWEEP_SECRET, SWEEP_SECRET_PREVIOUS = SWEEP_SECRET } = secrets
  const sent = digest(authorization ?? '')
  const matches = [SWEEP_SECRET, SWEEP_SECRET_PREVIOUS].map((secret) =>
    timingSafeEqual(sent, digest(`Bearer ${secret}`)),
  )
  return matches.includes(true)
}

// That a sweep failed is noted where the database answers; where it doesn't, only the log can tell.
async function noteSweep(result: SweepResult, now: Date): Promise<void> {
  try {
    if (isMailEnabled()) await changeSweepState((state) => afterSweep(state, result, now))
  } catch (error) {
    logFailure('note-sweep', error)
  }
}

// Notifies the owner daily of products with over a third held by unpaid orders.
async function noteReservations(now: Date): Promise<void> {
  if (!isMailEnabled()) return
  for (const held of await findReservedProducts())
    await writeMailOnce(reservationNotice(held, now), now)
}

async function sweptPayments(now: Date): Promise<Sweep> {
  try {
    const swept = await sweepPayments(now)
    await noteSweep(swept, now)
    return swept
  } catch (error) {
    await noteSweep({ failed: 1, unreadable: 0 }, now)
    throw error
  }
}

async function sweptParcels(now: Date): Promise<ParcelSweep | undefined> {
  try {
    return await followParcels(now)
  } catch (error) {
    logFailure('parcels', error)
    return { request: 0, moved: 0, failed: 1 }
  }
}

async function sweptInvoices(now: Date): Promise<InvoiceSweep | undefined> {
  try {
    await checkNumbers(now)
    return await settleInvoices(now)
  } catch (error) {
    logFailure('invoices', error)
    return { looked: 0, failed: 1 }
  }
}

/**
 * Runs all periodic work: orders, mails, stock alerts, holds and store lists. Safe to run
 * concurrently. Throws DatabaseUnavailable.
 */
export async function sweep(
  now: Date,
): Promise<Sweep & { readonly mails: Mailing; readonly stores?: StoreRefresh }> {
  const mailing = sendDueMails()
  const [swept, mails, stores, parcels] = await Promise.all([
    sweptPayments(now),
    mailing,
    refreshStores(now),
    sweptParcels(now),
  ])
  const invoices = await sweptInvoices(now)
  // Each is small, and asks for itself whether anything is due.
  const jobs = [
    sweepJob('note-holds', () => noteReservations(now)),
    sweepJob('note-stock-alerts', () => sendStockAlerts(now)),
    sweepJob('send-reminders', () => sendReminders(now)),
    sweepJob('note-low-stock', () => noteLowStock(now)),
    sweepJob('ask-about-days', () => mailDayQuestions(now)),
  ]
  await sweepDue(jobs, Infinity)
  await continueErasures(now)
  await recordSweep({ at: new Date().toISOString(), failed: swept.failed })
  // The sweep itself is over: health waits for nothing that reads through the orders.
  await sweepDue([sweepJob('recalculate-counters', () => recalculateDaily(now))], Infinity)
  const own = { ...(stores && { stores }), ...(parcels && { parcels }) }
  return { ...swept, mails, ...own, ...(invoices && { invoices }) }
}

const RUNS_SINCE = new Date(Date.now() - process.uptime() * 1000)

/** Returns the scheduler's state. One read. Throws DatabaseUnavailable. */
export async function readSweepWatch(): Promise<SweepWatch> {
  return {
    last: await readLastSweep(),
    minutes: settings().SWEEP_MINUTES,
    runsSince: RUNS_SINCE,
  }
}

/**
 * Runs an overdue sweep on one instance and notifies the owner once. Call after a response; never
 * throws.
 */
export async function sweepWhenLate(now = new Date()): Promise<void> {
  try {
    const watch = await readSweepWatch()
    if (!isSweepLate(watch, now)) return
    const { last, minutes } = watch
    const interval = new Date(now.getTime() - minutes * 60_000)
    if (!(await claimSweep(now, interval))) return
    const since = last === undefined ? RUNS_SINCE : new Date(last.at)
    log('sweep-late', { last: since.toISOString() }, 'WARNING')
    if (isMailEnabled()) await writeMailOnce(lateNotice(since, minutes), now)
    await sweep(now)
  } catch (error) {
    logFailure('sweep-when-late', error)
  }
}
