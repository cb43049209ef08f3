import 'server-only'

import { unstable_rethrow } from 'next/navigation'
import type { z } from 'zod'

import type { FullAccount } from '#lib/account/account.ts'
import { readAccount } from '#lib/account/require-account.ts'
import { reportUnavailable } from '#lib/report/report-event.ts'
import { type Refusal, refused, type Unavailable } from '#lib/result.ts'

/** Why an action did not begin, or did not end: nobody is signed in, the argument has another shape, or a service is away; then the reference is the code under which it was logged. */
export type ActionRefusal = Refusal<'signed-out' | 'malformed'> | Unavailable

/**
 * A server action for members: who is asking, then parse, then the use case, then its result.
 * A refusal says nothing about the argument to anybody who is not signed in.
 */
export function memberAction<Schema extends z.ZodType, Answer>(
  schema: Schema,
  use: (account: FullAccount, input: z.output<Schema>) => Promise<Answer>,
): (given: z.input<Schema>) => Promise<Answer | ActionRefusal> {
  return async (given) => {
    try {
      const account = await readAccount()
      if (!account) return refused('signed-out')
      const parsed = schema.safeParse(given)
      if (!parsed.success) return refused('malformed')
      return await use(account, parsed.data)
    } catch (error) {
      unstable_rethrow(error)
      return reportUnavailable('member-action', error)
    }
  }
}
