import 'server-only'

import { unstable_rethrow } from 'next/navigation'
import { after } from 'next/server'
import type { z } from 'zod'

import type { FullAccount } from '#lib/account/account.ts'
import { readAccount } from '#lib/account/signed-in-devices.ts'
import type { LimitedAction } from '#lib/limit/allowance.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { logUnavailable } from '#lib/log/log.ts'
import { finishWritten } from '#lib/sweep/after-answer.ts'
import { type ActionFailure, fail } from '#lib/result.ts'

/**
 * Wraps a member's server action: session, parsing, rate limit, use case. Guests get no validation
 * details.
 */
export function memberAction<Schema extends z.ZodType, Answer>(
  schema: Schema,
  use: (account: FullAccount, input: z.output<Schema>) => Promise<Answer>,
  limit?: LimitedAction,
): (values: z.input<Schema>) => Promise<Answer | ActionFailure> {
  return async (values) => {
    try {
      const account = await readAccount()
      if (!account) return fail('signed-out')
      const parsed = schema.safeParse(values)
      if (!parsed.success) return fail('malformed')
      if (limit && !hasAllowance(account.uid, limit)) return fail('too-often')
      // Mails and invoices are sent after the answer.
      after(finishWritten)
      return await use(account, parsed.data)
    } catch (error) {
      unstable_rethrow(error)
      return logUnavailable('member-action', error)
    }
  }
}
