import 'server-only'

import { refusalCounter } from './count-refusals.ts'

/** Counts a refusal of this process; a minute later the audit trail has the number. */
export const countRefusal = refusalCounter(async (entry) => {
  const { recordAudit } = await import('./record.ts')
  await recordAudit(entry)
})
