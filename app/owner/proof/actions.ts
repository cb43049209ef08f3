'use server'
import { headers } from 'next/headers'
import { z } from 'zod'

import { passkeyAction, proofAction } from '#app/owner-action.ts'
import { deviceName } from '#lib/account/device-name.ts'
import { isSignedInAgain } from '#lib/owner/access.ts'
import { assertionSchema, registrationSchema } from '#lib/passkey/passkey-record.ts'
import {
  beginProof,
  beginRegistration,
  finishProof,
  finishRegistration,
  jsonField,
  proveByRecoveryCode,
  proveBySignIn,
  removePasskey,
  renewRecoveryCodes,
} from '#lib/passkey/passkey.ts'
import { fail, ok, type Result } from '#lib/result.ts'

const nothing = z.strictObject({})

/** Starts a passkey assertion and returns its options. */
export const beginProofAction = proofAction(
  nothing,
  async (_input, asking): Promise<Result<Awaited<ReturnType<typeof beginProof>>['data'], never>> =>
    beginProof(asking),
)

/** Ends it: the session is proven. */
export const finishProofAction = proofAction(
  z.object({ response: jsonField(assertionSchema) }),
  ({ response }, asking) => finishProof(asking, { response, now: asking.context.at }),
)

/** Proves the session by a recovery code. */
export const recoveryCodeAction = proofAction(
  z.object({ code: z.string().min(16).max(40) }),
  ({ code }, asking) => proveByRecoveryCode(asking, { code, now: asking.context.at }),
)

/** Proves the session by the password or the provider's window, for an owner without a passkey. */
export const signInProofAction = proofAction(
  z.object({ proof: z.string().min(1).max(16_384) }),
  async ({ proof }, { owner, session, context }): Promise<Result<null, 'refused'>> => {
    if (!(await isSignedInAgain(owner, proof))) return fail('refused')
    await proveBySignIn(session, context.at)
    return ok(null)
  },
)

/** Starts a passkey registration and returns its options. */
export const beginPasskeyAction = passkeyAction(nothing, (_input, asking) =>
  beginRegistration(asking),
)

/** Keeps a passkey that was made; the first one answers with the recovery codes. */
export const finishPasskeyAction = passkeyAction(
  z.object({ response: jsonField(registrationSchema) }),
  async ({ response }, asking) => {
    const name = deviceName((await headers()).get('user-agent') ?? '')
    return finishRegistration(asking, { response, name, now: asking.context.at })
  },
)

export const removePasskeyAction = passkeyAction(
  z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) }),
  ({ id }, asking) => removePasskey(asking, { id }),
)

/** Makes new recovery codes, which are shown this once. */
export const renewCodesAction = passkeyAction(
  nothing,
  async (_input, { owner }): Promise<Result<{ readonly codes: readonly string[] }, never>> =>
    ok({ codes: await renewRecoveryCodes(owner) }),
)
