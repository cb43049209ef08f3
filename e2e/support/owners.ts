import { changeMember, type Member, register, sessionCookie } from './accounts.ts'
import { changedCookie } from './strangers.ts'

const CLAIM = { customAttributes: JSON.stringify({ owner: true }) }

/** An owner of the shop who has just signed in. */
export async function newOwner(name = '林店主'): Promise<Member> {
  const member = await register({ emailVerified: true, displayName: name })
  await changeMember(member.uid, CLAIM)
  return { ...member, session: await sessionCookie(member) }
}

/** An owner whose sign-in was so many hours ago. */
export async function ownerSince(hours: number): Promise<Member> {
  const owner = await newOwner()
  const seconds = Math.floor(Date.now() / 1000)
  await changeMember(owner.uid, { validSince: String(seconds - 30 * 24 * 60 * 60) })
  const session = changedCookie(owner.session, { auth_time: seconds - hours * 60 * 60 })
  return { ...owner, session }
}
