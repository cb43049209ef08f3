import 'server-only'

import { refresh } from 'next/cache'
import { unstable_rethrow } from 'next/navigation'
import { z } from 'zod'

import type { FullAccount } from '#lib/account/account.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import type { ChangeContext } from '#lib/order/order.ts'
import { isSignedInAgain, requireOwner } from '#lib/owner/require-owner.ts'
import { logUnavailable } from '#lib/log.ts'
import { type ActionFailure, fail, type Failure } from '#lib/result.ts'

/** Why an owner's action did not begin or did not end. */
export type OwnerActionFailure = Exclude<ActionFailure, Failure<'signed-out'>>

function contextOf({ email, uid }: FullAccount): ChangeContext {
  return { now: new Date(), by: 'owner', who: email || uid }
}

/**
 * A server action of the owner's page: who is asking, then parse, then the use case, then its result. For everybody
 * else there is no such action (404). The page at hand comes back with the answer, as things then stand.
 */
export function ownerAction<Schema extends z.ZodType, Answer>(
  schema: Schema,
  use: (input: z.output<Schema>, context: ChangeContext, owner: FullAccount) => Promise<Answer>,
): (given: z.input<Schema>) => Promise<Answer | OwnerActionFailure> {
  return async (given) => {
    try {
      const owner = await requireOwner()
      const parsed = schema.safeParse(given)
      if (!parsed.success) return fail('malformed')
      if (!hasAllowance(owner.uid, 'owner')) return fail('too-often')
      const answer = await use(parsed.data, contextOf(owner), owner)
      refresh()
      return answer
    } catch (error) {
      unstable_rethrow(error)
      return logUnavailable('owner-action', error)
    }
  }
}

const proofSchema = z.object({ proof: z.string().min(1).max(16_384) })

/** The same for what moves money: `proof` is the ID token of a sign-in that was made for it within the last five minutes. */
export function moneyAction<Schema extends z.ZodType, Answer>(
  schema: Schema,
  use: (input: z.output<Schema>, context: ChangeContext) => Promise<Answer>,
) {
  return ownerAction(z.intersection(schema, proofSchema), async (input, context, owner) => {
    if (!(await isSignedInAgain(owner, input.proof))) return fail('refused')
    return use(input, context)
  })
}
