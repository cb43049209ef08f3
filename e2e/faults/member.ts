import { initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { z } from 'zod'

/** A member, signed in: `session` is the cookie's value. */
export type Member = { readonly uid: string; readonly email: string; readonly session: string }

const signedUpSchema = z.object({ idToken: z.string(), localId: z.string() })
const SIGN_UP = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key'
const A_DAY = 24 * 60 * 60 * 1000

let current: Auth | undefined

function admin(at: { readonly auth: string; readonly projectId: string }): Auth {
  if (current) return current
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(at.auth).host
  current = getAuth(initializeApp({ projectId: at.projectId }, 'faults'))
  return current
}

/** A member with an account of its own at this sign-in service, as signed in as through the form. */
export async function newMember(at: {
  readonly auth: string
  readonly projectId: string
}): Promise<Member> {
  const email = `${crypto.randomUUID()}@faults.example.com`
  const response = await fetch(new URL(SIGN_UP, at.auth), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a-test-password', returnSecureToken: true }),
  })
  const { idToken, localId } = signedUpSchema.parse(await response.json())
  const session = await admin(at).createSessionCookie(idToken, { expiresIn: A_DAY })
  return { uid: localId, email, session }
}
