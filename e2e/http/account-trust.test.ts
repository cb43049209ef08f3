import { randomUUID } from 'node:crypto'
import { test } from 'node:test'

import {
  apiSignUp,
  apiSignInByFacebook,
  apiSignInByGoogle,
  cookieOfToken,
  changeMember,
  idToken,
  MAIL_HOST,
  newMember,
  signInMethodsOf,
} from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { storedDocument } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { orderRequest, placeInTurn } from '../support/orders.ts'

const newEmail = () => `${randomUUID()}@${MAIL_HOST}`

async function pageOf(path: string, session: string): Promise<{ status: number; text: string }> {
  const headers = { cookie: `__session=${session}` }
  const answer = await fetch(new URL(path, addresses().shop), { headers, redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}

const startSession = async (token: string) =>
  (await callAction('startSession', { page: '/login', args: [token] })).result

/** Whether a sign-in begins a session of that account; another account of the same person may begin one. */
async function opens(token: string, uid: string): Promise<boolean> {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return (await startSession(token))?.ok === true && Object(claims).user_id === uid
}

const REFUSED = { ok: false, code: 'refused' }

test("whoever opens an account with another person's address and links a Google account reads nothing of that person", async () => {
  const email = newEmail()
  const buyer = await newMember()
  const note = `給 ${randomUUID()}`
  const base = orderRequest()
  await placeInTurn(buyer, { ...base, recipient: { ...Object(base.recipient), email, note } })

  const thief = { uid: '', email, password: 'thief-pass' }
  const opened = await apiSignUp(thief)
  await apiSignInByGoogle({ sub: randomUUID(), email: newEmail() }, opened)
  // Google's record names the address too, but Google did not verify it.
  const token = await idToken(thief)
  expect(await startSession(token)).toMatchObject({ ok: true })
  const session = await cookieOfToken(token)

  const copy = await pageOf('/account/settings/data', session)
  expect(copy.text).not.toContain(buyer.email)
  expect(copy.text).not.toContain(String(Object(base.recipient).phone))
  for (const kind of ['export', 'erase']) {
    const page = '/account/settings'
    const { result } = await callAction('requestDataAction', { page, session, args: [{ kind }] })
    expect(result).toMatchObject({ ok: false, code: 'email-unverified' })
  }
  const order = await placeInTurn({ session })
  expect(await storedDocument(`orders/${order}`)).toMatchObject({ emailUnverified: true })
})

const second = () => Math.floor(Date.now() / 1000)

test('a sign-in by Google that proves an address ends what somebody else began with it', async () => {
  const email = newEmail()
  const thief = { uid: '', email, password: 'thief-pass' }
  const opened = await apiSignUp(thief)
  const own = { sub: randomUUID(), email: newEmail(), email_verified: true }
  await apiSignInByGoogle(own, opened)
  const before = await idToken(thief)
  expect(await startSession(before)).toMatchObject({ ok: true })
  const stolen = await cookieOfToken(before)
  // Sign-ins count in whole seconds; the proof comes in a later one.
  const begun = second()
  await expect.poll(second).toBeGreaterThan(begun)

  const owner = { sub: randomUUID(), email, email_verified: true }
  const token = await apiSignInByGoogle(owner)
  const { uid, methods } = await signInMethodsOf(email)
  expect(await opens(token, uid)).toBe(true)
  expect(methods).toEqual(['google.com'])
  const session = await cookieOfToken(token)

  await expect(idToken(thief)).rejects.toThrow('400')
  expect(await opens(await apiSignInByGoogle(own), uid)).toBe(false)
  expect((await pageOf('/account', stolen)).status).toBe(307)
  expect((await pageOf('/account', session)).status).toBe(200)
  // The proven member comes back by the same way, and the first session stays.
  expect(await opens(await apiSignInByGoogle(owner), uid)).toBe(true)
  expect((await pageOf('/account', session)).status).toBe(200)
})

test('a password reset by mail leaves no linked provider of somebody else', async () => {
  const email = newEmail()
  const opened = await apiSignUp({ email, password: 'thief-pass' })
  const own = { sub: randomUUID(), email: newEmail(), email_verified: true }
  await apiSignInByGoogle(own, opened)
  const { uid } = await signInMethodsOf(email)
  // What the link of the reset mail does.
  await changeMember(uid, { emailVerified: true, password: 'own-pass' })

  // Whoever linked the provider comes first: refused, and the provider is gone.
  expect(await startSession(await apiSignInByGoogle(own))).toEqual(REFUSED)
  expect(await signInMethodsOf(email)).toEqual({ uid, methods: ['password'] })
  const token = await idToken({ uid, email, password: 'own-pass' })
  expect(await opens(token, uid)).toBe(true)
  expect(await opens(await apiSignInByGoogle(own), uid)).toBe(false)
  expect((await pageOf('/account', await cookieOfToken(token))).status).toBe(200)
})

test('whoever began an account by a Facebook account that names another person’s address loses it to a password reset by mail', async () => {
  const email = newEmail()
  const own = { sub: randomUUID(), email }
  await apiSignInByFacebook(own)
  const { uid, methods } = await signInMethodsOf(email)
  expect(methods).toEqual(['facebook.com'])
  // What the link of the reset mail does.
  await changeMember(uid, { emailVerified: true, password: 'own-pass' })

  // Whoever has the Facebook account comes first.
  expect(await startSession(await apiSignInByFacebook(own))).toEqual(REFUSED)
  expect(await signInMethodsOf(email)).toEqual({ uid, methods: ['password'] })
  const token = await idToken({ uid, email, password: 'own-pass' })
  expect(await opens(token, uid)).toBe(true)
  expect((await pageOf('/account', await cookieOfToken(token))).status).toBe(200)
})

test('a member by a provider that verified no address is led to the verification mail', async () => {
  const email = newEmail()
  const token = await apiSignInByGoogle({ sub: randomUUID(), email })
  const { uid } = await signInMethodsOf(email)
  expect(await opens(token, uid)).toBe(true)
  const session = await cookieOfToken(token)
  expect((await pageOf('/account/settings', session)).text).toContain('尚未驗證，前往驗證電子信箱')
  const { text } = await pageOf('/verify-email', session)
  for (const label of ['請寄出驗證信到', email]) expect(text).toContain(label)
})

test('an anonymous account begins no session', async () => {
  expect(await startSession(await apiSignUp({}))).toEqual(REFUSED)
})
