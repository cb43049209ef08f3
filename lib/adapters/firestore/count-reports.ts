import 'server-only'

import { z } from 'zod'

import { database, withDeadline } from './database.ts'

const reportSchema = z.object({
  /** The day (YYYY-MM-DD in Taipei) of the last comparison. */
  day: z.string(),
  checkedAt: z.iso.datetime(),
  /** What the last comparison that found anything found, in words. */
  found: z.object({ at: z.iso.datetime(), lines: z.array(z.string()) }).optional(),
})
export type CountReport = Readonly<z.infer<typeof reportSchema>>

const reference = () => database().collection('sweeps').doc('counts')

/** The last comparison of the counters with the orders; one read. Throws DatabaseUnavailable. */
export async function readCountReport(): Promise<CountReport | undefined> {
  const snapshot = await withDeadline('reading the last count', reference().get())
  return reportSchema.safeParse(snapshot.data()).data
}

/** Keeps the last comparison. Throws DatabaseUnavailable. */
export async function saveCountReport(report: CountReport): Promise<void> {
  await withDeadline('keeping a count', reference().set(report))
}
