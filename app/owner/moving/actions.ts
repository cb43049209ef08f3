'use server'

import { z } from 'zod'

import { recentlyReauthenticatedAction } from '#app/owner-action.ts'
import { OLD_KINDS } from '#lib/moving/old-records.ts'
import { type OldCounts, oldRowsSchema, storeOldRows } from '#lib/moving/moving.ts'
import { fail, ok, type Result } from '#lib/result.ts'

const jsonText = z
  .string()
  .max(60_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })

/** Counts a part of an old shop's list, or stores it to be read: it holds people's data, so a proof of 15 minutes is asked for. */
export const importOldAction = recentlyReauthenticatedAction(
  z.object({ kind: z.enum(OLD_KINDS), rows: jsonText, mode: z.enum(['trial', 'store']) }),
  async ({ kind, rows, mode, context }): Promise<Result<OldCounts, 'malformed'>> => {
    const parsed = oldRowsSchema.safeParse({ kind, rows })
    if (!parsed.success) return fail('malformed')
    return ok(await storeOldRows(parsed.data, { now: context.at, isTrial: mode === 'trial' }))
  },
)
