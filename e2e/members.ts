import { initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { z } from 'zod'

import { addresses } from './addresses.ts'

/** A member of the tests, signed in: the value of the session cookie comes along. */
export type Member = { readonly uid: string; readonly email: string; readonly session: string }

const signedUpSchema = z.object({ idToken: z.string(), localId: z.string() })

let current: Auth | undefined

type SignInService = { readonly auth: string; readonly projectId: string }

function admin({ auth, projectId }: SignInService): Auth {
  if (current) return current
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(auth).host
  current = getAuth(initializeApp({ projectId }, 'members'))
  return current
}

const SIGN_UP = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key'

/** A member with an account of its own, as signed in as through the form; at the sign-in service of all tests unless another is named. */
export async function newMember(name = 'member', at: SignInService = addresses()): Promise<Member> {
  const email = `${name}-${crypto.randomUUID()}@example.com`
  const response = await fetch(new URL(SIGN_UP, at.auth), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a-test-password', returnSecureToken: true }),
  })
  const { idToken, localId } = signedUpSchema.parse(await response.json())
  const session = await admin(at).createSessionCookie(idToken, { expiresIn: 24 * 60 * 60 * 1000 })
  return { uid: localId, email, session }
}
