import { randomUUID } from 'node:crypto'

import type { BrowserContext } from 'playwright/test'
import { z } from 'zod'

import { addresses } from './addresses.ts'

/** A sign-in service of the tests: where it is, and whose members it keeps. */
type SignInService = { readonly auth: string; readonly projectId: string }

const api = ({ auth }: SignInService) => `${auth}/identitytoolkit.googleapis.com/v1`
const project = (at: SignInService) => `${api(at)}/projects/${at.projectId}`

/** Everybody's mail in the tests is at this host, so that a log can be searched for it. */
export const MAIL_HOST = 'members.example.com'

/** A member that a test registered for itself, with the password. */
export type RegisteredMember = {
  readonly uid: string
  readonly email: string
  readonly password: string
}

/** A member who is signed in: the value of the session cookie comes along. */
export type Member = RegisteredMember & { readonly session: string }

const AS_OWNER = { authorization: 'Bearer owner' }

async function ask<Answer>(
  url: string,
  body: unknown,
  answer: z.ZodType<Answer>,
  who: Record<string, string> = AS_OWNER,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...who },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return answer.parse(await response.json())
}

/** Registers a new member at the sign-in service; `more` are further fields of the account. */
export async function register(
  more: { readonly email?: string; readonly [field: string]: unknown } = {},
  at: SignInService = addresses(),
): Promise<RegisteredMember> {
  const uid = `e2e-${randomUUID()}`
  const member = { uid, email: more.email ?? `${uid}@${MAIL_HOST}`, password: 'secret-1' }
  const account = { ...more, localId: uid, email: member.email, password: member.password }
  await ask(`${project(at)}/accounts`, account, z.object({ localId: z.literal(uid) }))
  return member
}

/** A fresh ID token of a member, as the browser would get it. */
export async function idToken(
  { email, password }: RegisteredMember,
  at: SignInService = addresses(),
): Promise<string> {
  const body = { email, password, returnSecureToken: true }
  const answer = z.object({ idToken: z.string() })
  return (await ask(`${api(at)}/accounts:signInWithPassword?key=any`, body, answer)).idToken
}

/** Opens an account by the public API, as anybody can; anonymous without an address. Its ID token. */
export async function apiSignUp(account: {
  readonly email?: string
  readonly password?: string
}): Promise<string> {
  const body = { ...account, returnSecureToken: true }
  const url = `${api(addresses())}/accounts:signUp?key=any`
  return (await ask(url, body, z.object({ idToken: z.string() }), {})).idToken
}

type ProviderClaims = {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean
}

/** Signs in by a Google account with these claims, or links it to the account of an ID token. The new ID token. */
export function apiSignInByGoogle(claims: ProviderClaims, account?: string): Promise<string> {
  return apiSignInByProvider('google.com', claims, account)
}

/** The same by Facebook, which says of no address that it is verified. */
export function apiSignInByFacebook(claims: ProviderClaims): Promise<string> {
  return apiSignInByProvider('facebook.com', claims)
}

async function apiSignInByProvider(
  providerId: string,
  claims: ProviderClaims,
  account?: string,
): Promise<string> {
  const body = {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString(),
    returnSecureToken: true,
    ...(account === undefined ? {} : { idToken: account }),
  }
  const url = `${api(addresses())}/accounts:signInWithIdp?key=any`
  return (await ask(url, body, z.object({ idToken: z.string() }), {})).idToken
}

/** The session cookie of an ID token. */
export async function cookieOfToken(token: string): Promise<string> {
  const at = addresses()
  const body = { idToken: token, validDuration: String(14 * 24 * 60 * 60) }
  const answer = z.object({ sessionCookie: z.string() })
  return (await ask(`${project(at)}:createSessionCookie`, body, answer)).sessionCookie
}

/** The account with this e-mail, and its ways to sign in. */
export async function signInMethodsOf(
  email: string,
): Promise<{ readonly uid: string; readonly methods: readonly string[] }> {
  const info = z.object({ providerId: z.string() })
  const user = z.object({ localId: z.string(), providerUserInfo: z.array(info).default([]) })
  const answer = z.object({ users: z.array(user).default([]) })
  const { users } = await ask(`${project(addresses())}/accounts:lookup`, { email: [email] }, answer)
  const [found] = users
  if (!found) throw new Error(`No account with ${email}`)
  const methods = found.providerUserInfo.map(({ providerId }) => providerId)
  return { uid: found.localId, methods: methods.toSorted() }
}

const asPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A cookie with other claims: the emulator signs nothing, so a cookie of it can be taken apart and changed. */
export function changedCookie(cookie: string, change: object): string {
  const [header = '', payload = ''] = cookie.split('.')
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return `${header}.${asPart({ ...(typeof claims === 'object' ? claims : {}), ...change })}.`
}

/**
 * The value of a session cookie for a member. Two of one second would be the same cookie, and so one
 * session with the proofs of both; a claim of its own tells each from the others.
 */
export async function sessionCookie(
  member: RegisteredMember,
  at: SignInService = addresses(),
): Promise<string> {
  const body = { idToken: await idToken(member, at), validDuration: String(14 * 24 * 60 * 60) }
  const answer = z.object({ sessionCookie: z.string() })
  const { sessionCookie: made } = await ask(`${project(at)}:createSessionCookie`, body, answer)
  return changedCookie(made, { made: randomUUID() })
}

/** A new member who is signed in, with an e-mail that is proven unless `more` says otherwise. */
export async function newMember(
  more: Parameters<typeof register>[0] = {},
  at: SignInService = addresses(),
): Promise<Member> {
  const member = await register({ emailVerified: true, ...more }, at)
  return { ...member, session: await sessionCookie(member, at) }
}

/** Puts a session into a browser as if somebody had signed in there. */
export async function giveSession(context: BrowserContext, session: string): Promise<void> {
  const cookie = { url: addresses().shop, secure: false, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, url: addresses().shop, name: '__session', value: session, httpOnly: true },
    { ...cookie, url: addresses().shop, name: 'signed_in', value: 'member' },
  ])
}

/** Changes a member at the sign-in service, as the shop's owner could. */
export async function changeMember(
  uid: string,
  change: object,
  at: SignInService = addresses(),
): Promise<void> {
  await ask(`${project(at)}/accounts:update`, { localId: uid, ...change }, z.looseObject({}))
}

/** The uid of the account with this e-mail, or undefined. */
export async function uidOf(email: string): Promise<string | undefined> {
  const answer = z.object({ users: z.array(z.object({ localId: z.string() })).default([]) })
  const { users } = await ask(`${project(addresses())}/accounts:lookup`, { email: [email] }, answer)
  return users[0]?.localId
}

/** True if the sign-in service has an account with this e-mail. */
export async function isRegistered(email: string): Promise<boolean> {
  return (await uidOf(email)) !== undefined
}

/** The link of the newest mail to an address. */
export async function newestMail(email: string): Promise<string> {
  const url = `${addresses().auth}/emulator/v1/projects/${addresses().projectId}/oobCodes`
  const mails = z.object({ oobCodes: z.array(z.object({ email: z.string(), oobLink: z.url() })) })
  const { oobCodes } = mails.parse(await (await fetch(url)).json())
  const mail = oobCodes.findLast((code) => code.email === email)
  if (!mail) throw new Error(`No mail to ${email}`)
  return mail.oobLink
}

/** Removes a member from the sign-in service alone. */
export async function removeMember(uid: string): Promise<void> {
  await ask(`${project(addresses())}/accounts:delete`, { localId: uid }, z.looseObject({}))
}
