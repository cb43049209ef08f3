import 'server-only'

import { countDueMails, readFailingSince } from '../adapters/firestore/outbox.ts'
import { lastBackup } from '../adapters/firestore/backups.ts'
import { readHealth } from '../health/health.ts'
import { isSweepLate } from '../sweep/sweep-watch.ts'
import { settings } from '../settings/env.ts'
import { shopVersion } from '../health/version.ts'
import { readSweepWatch } from '../sweep/watch-sweeps.ts'

/** The last backup of the database: when, none, or not known because this shop has none or may not ask. */
export type Backup = { readonly at: string | undefined } | 'unknown' | 'practice'

/** Health of the shop. Times are ISO 8601 in UTC. */
export type ShopStatus = {
  readonly lastSweep: string | undefined
  readonly isSweepLate: boolean
  readonly mailsWaiting: number
  readonly isPaypalAnswering: boolean
  /** Since when the sweep can't ask about every order. */
  readonly failingSince: string | undefined
  readonly backup: Backup
  readonly version: string
}

/** Reads how the shop is running: three reads, and the services' last answers. Throws DatabaseUnavailable. */
export async function readStatus(now = new Date()): Promise<ShopStatus> {
  const [watch, mailsWaiting, failingSince, { paypal }, backup] = await Promise.all([
    readSweepWatch(),
    countDueMails(now),
    readFailingSince(),
    readHealth(),
    settings().mode === 'local' ? ('practice' as const) : lastBackup(),
  ])
  return {
    lastSweep: watch.last?.at,
    isSweepLate: isSweepLate(watch, now),
    mailsWaiting,
    isPaypalAnswering: paypal.answers,
    failingSince,
    backup,
    version: shopVersion(),
  }
}
