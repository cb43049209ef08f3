import { changedCookie, changeMember, register, removeMember, sessionCookie } from './accounts.ts'

/** A caller whose cookie is no valid session; `uid` is the one in the cookie. */
export type Stranger = { readonly uid: string; readonly session: string | undefined }

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Everybody who has to sign in first; each call makes new ones. */
export const STRANGERS: Readonly<Record<string, () => Promise<Stranger>>> = {
  nobody: async () => ({ uid: 'nobody', session: undefined }),
  'a forged cookie': async () => ({ uid: 'forged', session: `${part({ alg: 'none' })}.e30.` }),
  'a cookie of another project': async () => {
    const member = await register()
    const session = changedCookie(await sessionCookie(member), { aud: 'another-project' })
    return { uid: member.uid, session }
  },
  'an expired session': async () => {
    const member = await register()
    const session = changedCookie(await sessionCookie(member), { exp: 1_600_000_000 })
    return { uid: member.uid, session }
  },
  'a revoked session': async () => {
    const member = await register()
    const session = await sessionCookie(member)
    const later = Math.floor(Date.now() / 1000) + 60
    await changeMember(member.uid, { validSince: String(later) })
    return { uid: member.uid, session }
  },
  'a blocked member': async () => {
    const member = await register()
    const session = await sessionCookie(member)
    await changeMember(member.uid, { disableUser: true })
    return { uid: member.uid, session }
  },
  'a deleted member': async () => {
    const member = await register()
    const session = await sessionCookie(member)
    await removeMember(member.uid)
    return { uid: member.uid, session }
  },
}
