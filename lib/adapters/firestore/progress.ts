import 'server-only'

import { z } from 'zod'

import { database, withDeadline } from './database.ts'

const textSchema = z.string().optional().catch(undefined)

const reference = () => database().collection('sweeps').doc('progress')

/**
 * Returns the progress of a sweep task, or undefined before its first run. One read. Throws
 * DatabaseUnavailable.
 */
export async function readProgress(task: string): Promise<string | undefined> {
  const snapshot = await withDeadline('reading progress', reference().get())
  return textSchema.parse(snapshot.get(task))
}

/** Writes down how far a task of the sweep has come. Throws DatabaseUnavailable. */
export async function saveProgress(task: string, value: string): Promise<void> {
  await withDeadline('saving progress', reference().set({ [task]: value }, { merge: true }))
}
