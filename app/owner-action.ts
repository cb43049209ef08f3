import 'server-only'

import { refresh } from 'next/cache'
import { unstable_rethrow } from 'next/navigation'
import { after } from 'next/server'
import { z } from 'zod'

import type { FullAccount } from '#lib/account/account.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { logUnavailable } from '#lib/log.ts'
import { finishWritten } from '#lib/after-answer.ts'
import type { OwnerContext } from '#lib/owner/change-numbered-order.ts'
import { isSignedInAgain, requireOwner } from '#lib/owner/access.ts'
import { fail, type Failure, ok, type Result, type Unavailable } from '#lib/result.ts'

/** Fields of an owner's form, as typed. */
type FormFields = Readonly<Record<string, string>>

/** Why an owner's action did not begin or did not end. */
type OwnerActionFailure = Failure<'malformed' | 'too-often'> | Unavailable

/** The owner who calls an action, and the context of the change. */
type Asking = { readonly owner: FullAccount; readonly context: OwnerContext }

// For everybody else there is no such action (404). The page at hand comes back with the answer, as things then stand.
function guarded<Schema extends z.ZodType, Answer>(
  schema: Schema,
  use: (input: z.output<Schema>, asking: Asking) => Promise<Answer>,
): (fields: FormFields) => Promise<Answer | OwnerActionFailure> {
  return async (fields) => {
    try {
      const owner = await requireOwner()
      const parsed = schema.safeParse(fields)
      if (!parsed.success) return fail('malformed')
      if (!hasAllowance(owner.uid, 'owner')) return fail('too-often')
      // Mails and invoices are sent after the answer.
      after(finishWritten)
      const context = { by: owner.email || owner.uid, at: new Date() }
      const answer = await use(parsed.data, { owner, context })
      refresh()
      return answer
    } catch (error) {
      unstable_rethrow(error)
      return logUnavailable('owner-action', error)
    }
  }
}

/**
 * A server action of the owner's page: who is asking, then parse, then the use case, then whether it went well.
 * For everybody but an owner there is no such action (404).
 */
export function ownerAction<Schema extends z.ZodType, Code extends string>(
  schema: Schema,
  use: (input: z.output<Schema>, context: OwnerContext) => Promise<Result<unknown, Code>>,
) {
  return guarded(schema, async (input, { context }) => {
    const answer = await use(input, context)
    return answer.ok ? ok(null) : answer
  })
}

/** The same for an action whose data the page shows. */
export function ownerListAction<Schema extends z.ZodType, Data, Code extends string>(
  schema: Schema,
  use: (input: z.output<Schema>, context: OwnerContext) => Promise<Result<Data, Code>>,
) {
  return guarded(schema, (input, { context }) => use(input, context))
}

const proofSchema = z.object({ proof: z.string().min(1).max(16_384) })

/**
 * The same for what moves money or erases, with its data.
 * `proof` is the ID token of a sign-in made for it within the last five minutes.
 */
export function provenAction<Shape extends z.ZodRawShape, Data, Code extends string>(
  schema: z.ZodObject<Shape>,
  use: (input: z.output<z.ZodObject<Shape>>, context: OwnerContext) => Promise<Result<Data, Code>>,
) {
  return guarded(
    z.intersection(schema, proofSchema),
    async (input, { owner, context }): Promise<Result<Data, Code | 'refused'>> =>
      (await isSignedInAgain(owner, input.proof)) ? use(input, context) : fail('refused'),
  )
}
