import 'server-only'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import { after } from 'next/server'
import { z } from 'zod'

import { recordAction, countRefusal } from '#lib/audit/record.ts'
import { actionName } from '#lib/http/action-names.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { logUnavailable } from '#lib/log/log.ts'
import type { OwnerContext } from '#lib/order/events.ts'
import { ORDER_DOCUMENT } from '#lib/order/order.ts'
import {
  isSignedInAgain,
  readOwnerProof,
  requireOwnerSession,
  requireProvenSession,
  requireStaffSession,
} from '#lib/owner/access.ts'
import { typedAmount } from '#lib/owner/sale-form.ts'
import type { OwnerSession } from '#lib/passkey/passkey.ts'
import { fail, type Failure, ok, type Result, type Unavailable } from '#lib/result.ts'
import { finishWritten } from '#lib/sweep/sweep.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

/** Fields of an owner's form, as typed. */
type FormFields = Readonly<Record<string, string>>

// The wire may carry anything; the audit trail names what these texts name.
const formFieldsSchema = z.record(z.string(), z.string())

/** Why an owner's action did not begin or did not end. */
type OwnerActionFailure = Failure<'malformed' | 'too-often'> | Unavailable

/** The owner's session and context, as an action receives them. */
type Asking = OwnerSession & { readonly context: OwnerContext }

/** Authorizes an action: an owner with or without the second factor. */
type Enter = () => Promise<OwnerSession>

async function enterFor(action: string, enter: Enter): Promise<OwnerSession> {
  try {
    return await enter()
  } catch (error) {
    countRefusal({ kind: 'owner-refused', outcome: action })
    throw error
  }
}

type Fields = z.ZodType<object>

/** The input that an action hands to its use case: the parsed fields, the owner and the time. */
type Input<Schema extends Fields> = z.output<Schema> & { readonly context: OwnerContext }

/** The use case of an action. What concerns the session alone takes it from `asking`. */
type UseCase<Schema extends Fields, Answer> = (
  input: Input<Schema>,
  asking: Asking,
) => Promise<Answer>

// 404 for non-owners. `refresh()` re-renders the page after the change.
function guardAction<Schema extends Fields, Answer>(
  schema: Schema,
  use: UseCase<Schema, Answer>,
  enter: Enter = requireProvenSession,
): (fields: FormFields) => Promise<Answer | OwnerActionFailure> {
  return async (fields) => {
    const action = actionName((await headers()).get('next-action') ?? '')
    try {
      const { owner, session } = await enterFor(action, enter)
      const parsed = formFieldsSchema.safeParse(fields).success && schema.safeParse(fields)
      if (!parsed || !parsed.success) return fail('malformed')
      if (!hasAllowance(owner.uid, 'owner')) return fail('too-often')
      // Mails and invoices are sent after the answer.
      after(finishWritten)
      const context = { by: owner.email || owner.uid, at: new Date() }
      const answer = await use({ ...parsed.data, context }, { owner, session, context })
      // What the action has no use for is not named either.
      const taken = Object.entries(fields).filter(([name]) => name in parsed.data)
      await recordAction({
        action,
        who: owner.uid,
        fields: Object.fromEntries(taken),
        answer,
      })
      refreshPage()
      return answer
    } catch (error) {
      unstable_rethrow(error)
      return logUnavailable('owner-action', error)
    }
  }
}

function refreshPage(): void {
  try {
    refresh()
  } catch {
    // Throws once the response is closed: the browser went away while the action ran, and what was done is done.
  }
}

// The page needs no data, only whether it went well.
function withoutData<Code extends string>(
  act: (fields: FormFields) => Promise<Result<unknown, Code> | OwnerActionFailure>,
) {
  return async (fields: FormFields) => {
    const answer = await act(fields)
    return answer.ok ? ok(null) : answer
  }
}

/**
 * A server action of the owner's page: who is asking, then parse, then the use case, then whether it went well.
 * For everybody but an owner there is no such action (404).
 */
export function ownerAction<Schema extends Fields, Code extends string>(
  schema: Schema,
  use: UseCase<Schema, Result<unknown, Code>>,
) {
  return withoutData(guardAction(schema, use))
}

/** The same for what staff may do too: pack and ship. */
export function staffAction<Schema extends Fields, Code extends string>(
  schema: Schema,
  use: UseCase<Schema, Result<unknown, Code>>,
) {
  return withoutData(guardAction(schema, use, requireStaffSession))
}

/** The same for an action whose data the page shows. */
export function ownerListAction<Schema extends Fields, Data, Code extends string>(
  schema: Schema,
  use: UseCase<Schema, Result<Data, Code>>,
) {
  return guardAction(schema, use)
}

/** The same for an action of the staff's whose data the page shows. */
export function staffListAction<Schema extends Fields, Data, Code extends string>(
  schema: Schema,
  use: UseCase<Schema, Result<Data, Code>>,
) {
  return guardAction(schema, use, requireStaffSession)
}

/** Why a proof was not enough. */
type ReauthenticationFailure = 'refused' | 'proof-needed'

const proofSchema = z.object({ proof: z.string().min(1).max(16_384) })

/**
 * The same for what moves money or erases, with its data.
 * `proof` is the ID token of a sign-in made for it within the last five minutes.
 */
export function reauthenticatedAction<Shape extends z.ZodRawShape, Data, Code extends string>(
  schema: z.ZodObject<Shape>,
  use: UseCase<z.ZodObject<Shape>, Result<Data, Code>>,
) {
  return guardAction(
    z.intersection(schema, proofSchema),
    async (input, asking): Promise<Result<Data, Code | ReauthenticationFailure>> => {
      const { hasPasskey, isRecent } = await readOwnerProof()
      if (hasPasskey && !isRecent) return fail('proof-needed')
      const isAgain = await isSignedInAgain(asking.owner, input.proof)
      return isAgain ? use(input, asking) : fail('refused')
    },
  )
}

/** The same for what lets personal data leave: an owner who has not proven within 15 minutes gets `proof-needed`. */
export function recentlyReauthenticatedAction<Schema extends Fields, Data, Code extends string>(
  schema: Schema,
  use: UseCase<Schema, Result<Data, Code>>,
  enter: Enter = requireProvenSession,
) {
  return guardAction(
    schema,
    async (input, asking): Promise<Result<Data, Code | 'proof-needed'>> => {
      const { isRecent } = await readOwnerProof()
      return isRecent ? use(input, asking) : fail('proof-needed')
    },
    enter,
  )
}

/** The same for the passkeys of owners and staff. */
export function passkeyAction<Schema extends Fields, Data, Code extends string>(
  schema: Schema,
  use: UseCase<Schema, Result<Data, Code>>,
) {
  return recentlyReauthenticatedAction(schema, use, requireStaffSession)
}

/** The same for the second proof itself, which an owner who still owes it may give. */
export function proofAction<Schema extends Fields, Data, Code extends string>(
  schema: Schema,
  use: UseCase<Schema, Result<Data, Code>>,
) {
  return guardAction(schema, use, requireOwnerSession)
}

const orderId = z.string().regex(ORDER_DOCUMENT)

/** The order that a form changes, by its id. */
export const orderField = z.object({ orderId })

/** The orders that a form changes: their ids, parted by blanks. */
export const ordersField = z.object({
  orderIds: z
    .string()
    .transform((text) => text.split(' ').filter(Boolean))
    .pipe(z.array(orderId).max(200)),
})

/** A checkbox. */
export const checkedField = z
  .enum(['yes', 'no'])
  .optional()
  .transform((value) => value === 'yes')

/**
 * A whole number as it is typed, such as 1,000 or １０００ 元. Nothing typed is 0; NaN is what is no
 * number, which each use refuses by a sentence of its own.
 */
export const typedNumberField = singleLineText(20).transform((text) => typedAmount(text) ?? 0)

/** Why an order is changed. */
export const reasonField = singleLineText(300)
