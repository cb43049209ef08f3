import type { WebConfig } from '#lib/account/session.ts'
import type { Reauthentication } from './reauthenticate.ts'

export type ProofConfig = { readonly config: WebConfig; readonly proof: Reauthentication }
