import 'server-only'

import { z } from 'zod'
import { database, readDocument, writeDocuments } from './database.ts'

const textSchema = z.string().optional().catch(undefined)

const reference = () => database().collection('sweeps').doc('progress')

/**
 * Returns the progress of a sweep task, or undefined before its first run. One read. Throws
 * DatabaseUnavailable.
 */
export async function readProgress(task: string): Promise<string | undefined> {
  const snapshot = await readDocument('reading progress', reference())
  return textSchema.parse(snapshot.get(task))
}

/** Writes down how far a task of the sweep has come. Throws DatabaseUnavailable. */
export async function saveProgress(task: string, value: string): Promise<void> {
  await writeDocuments('saving progress', (batch) =>
    batch.set(reference(), { [task]: value }, { merge: true }),
  )
}
