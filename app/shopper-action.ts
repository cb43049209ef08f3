import 'server-only'

import { unstable_rethrow } from 'next/navigation'
import { after } from 'next/server'
import type { z } from 'zod'

import type { FullAccount } from '#lib/account/account.ts'
import { readAccount } from '#lib/account/session.ts'
import type { PublicLimited, LimitedAction } from '#lib/limit/allowance.ts'
import { hasPublicAllowance, hasAllowance } from '#lib/limit/require-allowance.ts'
import { logUnavailable } from '#lib/log/log.ts'
import { findOrder } from '#lib/order/find-orders.ts'
import type { BuyerReturn } from '#lib/payment/settle-on-view.ts'
import { fail, type Failure, type Unavailable, type ActionFailure } from '#lib/result.ts'
import { finishWritten } from '#lib/sweep/sweep.ts'

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

/** True in the browser that started the payment, where its own page shows the result. */
export async function isAtHome(id: string, returned: BuyerReturn | undefined): Promise<boolean> {
  try {
    const account = await readAccount()
    if (!account) return false
    return returned ? returned.order.uid === account.uid : !!(await findOrder(account, id))
  } catch {
    return false
  }
}
