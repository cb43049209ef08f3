import 'server-only'

import { unstable_rethrow } from 'next/navigation'
import { after } from 'next/server'
import type { z } from 'zod'

import type { PublicLimited } from '#lib/limit/allowance.ts'
import { hasPublicAllowance } from '#lib/limit/require-allowance.ts'
import { logUnavailable } from '#lib/log/log.ts'
import { finishWritten } from '#lib/sweep/after-answer.ts'
import { fail, type Failure, type Unavailable } from '#lib/result.ts'

/** Why an action of a visitor did not begin or did not end. */
export type VisitorFailure = Failure<'malformed' | 'too-often'> | Unavailable

/**
 * A server action that needs no sign-in: parsing, a limit by client,
 * use case, result.
 */
export function visitorAction<Schema extends z.ZodType, Answer>(
  schema: Schema,
  use: (input: z.output<Schema>) => Promise<Answer>,
  limit: PublicLimited,
): (values: z.input<Schema>) => Promise<Answer | VisitorFailure> {
  return async (values) => {
    try {
      const parsed = schema.safeParse(values)
      if (!parsed.success) return fail('malformed')
      if (!(await hasPublicAllowance(limit))) return fail('too-often')
      after(finishWritten)
      return await use(parsed.data)
    } catch (error) {
      unstable_rethrow(error)
      return logUnavailable('visitor-action', error)
    }
  }
}
