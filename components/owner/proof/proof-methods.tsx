'use client'
import { PasskeyProof } from './passkey-proof.tsx'
import type { OnProven, OwnerProof, ProofActions } from './proof-actions.ts'
import { SignInProof } from './sign-in-proof.tsx'

/**
 * The ways of an owner to prove to be the one at the keyboard. `isAtOnce`: the device is asked without another press,
 * as where one came just before.
 */
export function ProofMethods({
  owner,
  actions,
  isAtOnce = false,
  onProven,
}: OnProven & { owner: OwnerProof; actions: ProofActions; isAtOnce?: boolean }) {
  const { hasPasskey, ...signIn } = owner
  return hasPasskey ? (
    <PasskeyProof actions={actions} isAtOnce={isAtOnce} onProven={onProven} />
  ) : (
    <SignInProof {...signIn} actions={actions} onProven={onProven} />
  )
}
