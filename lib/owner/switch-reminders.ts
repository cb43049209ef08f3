import 'server-only'

import { saveReminders } from '../adapters/firestore/reminders.ts'
import { ok, type Result } from '../result.ts'

/** Switches the reminder of unpaid orders on or off. Throws DatabaseUnavailable. */
export async function switchReminders({
  reminders,
}: {
  readonly reminders: 'on' | 'off'
}): Promise<Result<null, never>> {
  await saveReminders(reminders === 'on')
  return ok(null)
}
