import type { startAuthentication } from '@simplewebauthn/browser'

import type { OwnerFailure } from '#components/owner/form/owner-failure.ts'
import type { WebConfig } from '#lib/account/session.ts'
import type { Result } from '#lib/result.ts'
import type { Reauthentication } from './reauthenticate.ts'

type Action<Data> = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<Data, OwnerFailure>>

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** The server actions by which an owner proves to be the one at the keyboard. */
export type ProofActions = {
  readonly begin: Action<AuthenticationOptions>
  readonly finish: Action<null>
  readonly recover: Action<{ readonly left: number }>
  readonly signIn: Action<null>
}

/** How this owner proves it: by passkey where there is one, else by signing in again. */
export type OwnerProof = {
  readonly config: WebConfig
  readonly proof: Reauthentication
  readonly hasPasskey: boolean
}

/** What came of a proof; a promise stays open while the page is left. */
export type OnProven = { readonly onProven: () => 'leaving' | void }
