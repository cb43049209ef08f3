import 'server-only'

import { ProofWindow } from '#components/owner/proof/proof-window.tsx'
import { readWebConfig } from '#lib/account/session.ts'
import { proofOf, readOwnerProof, requireOwnerSession } from '#lib/owner/access.ts'
import {
  beginProofAction,
  finishProofAction,
  recoveryCodeAction,
  signInProofAction,
} from './proof/actions.ts'

/** The actions by which an owner or member of the staff proves to be the one at the keyboard. */
export const PROOF_ACTIONS = {
  begin: beginProofAction,
  finish: finishProofAction,
  recover: recoveryCodeAction,
  signIn: signInProofAction,
}

/** The window that asks for a proof on a page of the owner's; reads nothing that the page has not read. */
export async function ownerProofWindow() {
  const [{ owner }, { hasPasskey }, config] = await Promise.all([
    requireOwnerSession(),
    readOwnerProof(),
    readWebConfig(),
  ])
  return (
    <ProofWindow owner={{ config, proof: proofOf(owner), hasPasskey }} actions={PROOF_ACTIONS} />
  )
}
