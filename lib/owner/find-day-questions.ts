import 'server-only'

import { dayNotice } from '#lib/mail/day-notice.ts'
import { isMailEnabled, writeMailOnce } from '#lib/mail/outbox-store.ts'
import { type DayQuestion, dayQuestions, mailDue } from '#lib/product/day-questions.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import { withOverride } from '#lib/product/override.ts'
import { overridesSince } from '#lib/product/watch-overrides.ts'

/** The questions of all products' days, by what the database says now. One query. Throws DatabaseUnavailable. */
export async function findDayQuestions(now = new Date()): Promise<readonly DayQuestion[]> {
  const [files, overrides] = await Promise.all([findFileProducts(), overridesSince('')])
  return files.flatMap((file) => dayQuestions(withOverride(file, overrides.get(file.id)), now))
}

/** Asks the owner about days by mail, once for each of their times. Throws DatabaseUnavailable. */
export async function mailDayQuestions(now: Date): Promise<void> {
  if (!isMailEnabled()) return
  for (const question of await findDayQuestions(now)) {
    const before = mailDue(question, now)
    if (before !== undefined) await writeMailOnce(dayNotice(question, before), now)
  }
}
