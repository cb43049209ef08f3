import 'server-only'

import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'

import { type OpenSession, verifySession } from '#lib/account/account-store.ts'
import { type FullAccount, isFreshSignIn, canAccessOwnerPage } from '#lib/account/account.ts'
import { readSession } from '#lib/account/session.ts'
import { verifySignIn } from '#lib/adapters/firebase-auth/sessions.ts'
import {
  passkeysOf,
  type OwnerSession,
  hasRecentProof,
  hasSecondProof,
  type Proofs,
} from '#lib/passkey/passkey.ts'
import { OPENED_PAGE, OWNER_PATHS, pathAfterProof, proofPath } from '#lib/routes/owner-paths.ts'

const passkeysOfOwner = cache(passkeysOf)

function proofsOf({ account, provenAt, passkeyAt }: OpenSession): Proofs {
  return { signedInAt: account.signedInAt, provenAt, passkeyAt }
}

// Staff and owners; everybody else gets a 404.
async function ownerSession(): Promise<OpenSession> {
  const session = await readSession()
  return session && canAccessOwnerPage(session.account, new Date()) ? session : notFound()
}

/**
 * The owner and their session, which may still lack the second proof; others get a 404.
 * Throws when the sign-in service does not answer within 8 s.
 */
export async function requireOwnerSession(): Promise<OwnerSession> {
  const { id, account } = await ownerSession()
  return { owner: account, session: id }
}

// Where the second proof is given, which goes on to the page that was opened; an action has none.
async function secondProofPath(): Promise<string> {
  const opened = (await headers()).get(OPENED_PAGE)
  return opened === null ? OWNER_PATHS.proof : proofPath(pathAfterProof(opened))
}

/**
 * The same with the second proof: redirects to it while this session has not used the passkey.
 */
export async function requireStaffSession(): Promise<OwnerSession> {
  const session = await ownerSession()
  const { id, account } = session
  const passkeys = await passkeysOfOwner(account.uid)
  if (!hasSecondProof(proofsOf(session), passkeys.length > 0)) redirect(await secondProofPath())
  return { owner: account, session: id }
}

/** The same for owners alone: to staff there is no such page and no such action. */
export async function requireProvenSession(): Promise<OwnerSession> {
  const session = await requireStaffSession()
  return session.owner.isOwner ? session : notFound()
}

/** The signed-in owner, as `requireProvenSession`. */
export async function requireOwner(): Promise<FullAccount> {
  return (await requireProvenSession()).owner
}

/** The signed-in owner or member of the staff: who may pack and ship. */
export async function requireStaff(): Promise<FullAccount> {
  return (await requireStaffSession()).owner
}

/** The passkeys of the owner of this request, whether the second proof is there, and whether one of 15 minutes is. */
export async function readOwnerProof() {
  const session = await ownerSession()
  const passkeys = await passkeysOfOwner(session.account.uid)
  const hasPasskey = passkeys.length > 0
  const proofs = proofsOf(session)
  return {
    passkeys,
    hasPasskey,
    isPassed: hasSecondProof(proofs, hasPasskey),
    isRecent: hasRecentProof(proofs, hasPasskey, new Date()),
  }
}

/** Returns how an owner can reauthenticate, by the session's sign-in method. */
export function proofOf({ email, method }: FullAccount) {
  return { email, method: method === 'other' ? ('password' as const) : method }
}

/**
 * The owner whose session cookie opens the owner's page; null for everybody else. Throws when the
 * sign-in service does not answer within 8 s.
 */
export async function ownerOf(cookie: string | undefined): Promise<FullAccount | null> {
  const session = cookie === undefined ? null : await verifySession(cookie)
  return session && canAccessOwnerPage(session.account, new Date()) ? session.account : null
}

/** Whether an ID token proves that this owner signed in again within the last five minutes. */
export async function isSignedInAgain(owner: FullAccount, idToken: string): Promise<boolean> {
  const verified = await verifySignIn(idToken)
  if (!verified || verified.claims.uid !== owner.uid) return false
  return isFreshSignIn(verified.claims, new Date())
}
