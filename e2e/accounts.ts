import { randomUUID } from 'node:crypto'

import type { BrowserContext } from 'playwright/test'
import { z } from 'zod'

import { addresses } from './addresses.ts'

const api = () => `${addresses().auth}/identitytoolkit.googleapis.com/v1`
const project = () => `${api()}/projects/${addresses().projectId}`

/** A member that a test registered for itself, with the password. */
export type Registered = { readonly uid: string; readonly email: string; readonly password: string }

async function ask<Answer>(url: string, body: unknown, answer: z.ZodType<Answer>): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return answer.parse(await response.json())
}

/** A new member with an e-mail of its own, registered at the sign-in service; `providers` adds ways in. */
export async function register(more: object = {}): Promise<Registered> {
  const uid = `e2e-${randomUUID()}`
  const member = { uid, email: `${uid}@example.com`, password: 'secret-1' }
  const account = { localId: uid, email: member.email, password: member.password, ...more }
  await ask(`${project()}/accounts`, account, z.object({ localId: z.literal(uid) }))
  return member
}

/** A fresh ID token of a member, as the browser would get it. */
export async function idToken({ email, password }: Registered): Promise<string> {
  const body = { email, password, returnSecureToken: true }
  const answer = z.object({ idToken: z.string() })
  return (await ask(`${api()}/accounts:signInWithPassword?key=any`, body, answer)).idToken
}

/** The value of a session cookie for a member. */
export async function sessionCookie(member: Registered): Promise<string> {
  const body = { idToken: await idToken(member), validDuration: String(14 * 24 * 60 * 60) }
  const answer = z.object({ sessionCookie: z.string() })
  return (await ask(`${project()}:createSessionCookie`, body, answer)).sessionCookie
}

/** Puts a session into a browser as if somebody had signed in there. */
export async function giveSession(context: BrowserContext, session: string): Promise<void> {
  const cookie = { url: addresses().shop, secure: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, url: addresses().shop, name: '__session', value: session, httpOnly: true },
    { ...cookie, url: addresses().shop, name: 'signed_in', value: 'member' },
  ])
}

/** Changes a member at the sign-in service, as the shop's owner could. */
export async function changeMember(uid: string, change: object): Promise<void> {
  await ask(`${project()}/accounts:update`, { localId: uid, ...change }, z.looseObject({}))
}

/** Whether the sign-in service still knows an e-mail. */
export async function isRegistered(email: string): Promise<boolean> {
  const answer = z.object({ users: z.array(z.unknown()).default([]) })
  return (await ask(`${project()}/accounts:lookup`, { email: [email] }, answer)).users.length > 0
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
  await ask(`${project()}/accounts:delete`, { localId: uid }, z.looseObject({}))
}
