import 'server-only'

import { saveReminders } from '../adapters/firestore/reminders.ts'
import { ok, type Result } from '../result.ts'

/** Switches the reminder of unpaid orders on or off. Throws DatabaseUnavailable. */
export async function switchReminders(isOn: boolean): Promise<Result<null, never>> {
  await saveReminders(isOn)
  return ok(null)
}
