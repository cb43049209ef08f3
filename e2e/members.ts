import { type Registered, register, sessionCookie } from './accounts.ts'

/** A member of the tests, signed in: the value of the session cookie comes along. */
export type Member = Registered & { readonly session: string }

/** A member with an account of its own, as signed in as through the form. */
export async function newMember(): Promise<Member> {
  const member = await register()
  return { ...member, session: await sessionCookie(member) }
}
