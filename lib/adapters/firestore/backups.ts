import 'server-only'

import { z } from 'zod'

import { googleToken } from '#lib/adapters/firebase-auth/sessions.ts'
import { log } from '#lib/log/log.ts'
import { withinDeadline } from '#lib/operation/timing.ts'
import { settings } from '#lib/settings/env.ts'

/** Deadline of listing the backups, in milliseconds. */
const DEADLINE = 3_000

const listSchema = z.object({
  backups: z.array(z.object({ snapshotTime: z.string(), state: z.string() })).default([]),
})

/** The newest backup in Firestore's list of them (cloud.google.com, Firestore Admin API), or undefined if there is none. */
export function newestBackup(list: unknown): string | undefined {
  const { backups } = listSchema.parse(list)
  const ready = backups.filter(({ state }) => state === 'READY')
  return ready
    .map(({ snapshotTime }) => snapshotTime)
    .toSorted()
    .at(-1)
}

async function listBackups(readToken: typeof googleToken) {
  const { token, problem } = await readToken()
  if (token === undefined) throw new Error(problem)
  const project = settings().FIREBASE_PROJECT_ID
  const url = `https://firestore.googleapis.com/v1/projects/${project}/locations/-/backups`
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`Firestore answered ${response.status}`)
  return { at: newestBackup(await response.json()) }
}

const late = () => new Error('no answer in time')

/** When the newest backup of the database was taken; unknown where Firestore does not say. */
export async function lastBackup(
  readToken = googleToken,
): Promise<{ readonly at: string | undefined } | 'unknown'> {
  try {
    return await withinDeadline(listBackups(readToken), DEADLINE, late)
  } catch (error) {
    log('backups-unknown', { problem: error instanceof Error ? error.message : '' }, 'WARNING')
    return 'unknown'
  }
}
