import 'server-only'

import { saveReminders } from '#lib/mail/outbox-store.ts'
import { ok, type Result } from '#lib/result.ts'

/** Switches the reminder of unpaid orders on or off. Throws DatabaseUnavailable. */
export async function switchReminders({
  reminders,
}: {
  readonly reminders: 'on' | 'off'
}): Promise<Result<null, never>> {
  await saveReminders(reminders === 'on')
  return ok(null)
}
