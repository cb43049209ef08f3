import { createHash } from 'node:crypto'
import { test } from 'node:test'

import { z } from 'zod'

import { changeMember, type Member, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1'

const ask = (path: string, cookie: string, userAgent = 'test') =>
  fetch(new URL(path, addresses().shop), {
    headers: { cookie, 'user-agent': userAgent },
    redirect: 'manual',
  })
const open = async (session: string) => (await ask('/account', `__session=${session}`)).status

const idOf = (session: string) =>
  createHash('sha256').update(session.split('.', 2).join('.')).digest('hex')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsSchema = z.looseObject({ auth_time: z.number(), iat: z.number() })

/** The session as it would be after a sign-in so many seconds earlier; the stand-in signs nothing. */
function earlier(session: string, age: number): string {
  const [head = '', payload = ''] = session.split('.')
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return `${head}.${part({ ...claims, auth_time: claims.auth_time - age })}.`
}

/** Sessions of an account that exists for long enough that earlier sign-ins count. */
async function sessionsOf(member: Member, count: number): Promise<readonly string[]> {
  return Array.from({ length: count }, (_, age) => earlier(member.session, age))
}

/** A member whose sign-ins of the last hour all count. */
async function newOldMember(): Promise<Member> {
  const member = await newMember()
  const validSince = String(Math.floor(Date.now() / 1000) - 3600)
  await changeMember(member.uid, { validSince })
  return member
}

const end = (session: string) => callAction('endSession', { page: '/account', session, args: [] })

test('ten sign-outs at once end ten sessions', async () => {
  const member = await newOldMember()
  const sessions = await sessionsOf(member, 11)
  const [kept = '', ...others] = sessions
  expect(await Promise.all(sessions.map(open))).toEqual(sessions.map(() => 200))
  await Promise.all(others.map(end))
  expect(await Promise.all(others.map(open))).toEqual(others.map(() => 307))
  expect(await open(kept)).toBe(200)
})

test('a device is listed, is signed out by its member alone, and all are at once', async () => {
  const [member, other] = await Promise.all([newOldMember(), newMember()])
  const [here = '', phone = '', third = ''] = await sessionsOf(member, 3)
  await ask('/account', `__session=${phone}`, IPHONE)
  const document = database().doc(`sessions/${idOf(phone)}`)
  await expect.poll(async () => (await document.get()).get('device')).toBe('Safari・iPhone')
  const settings = await (await ask('/account/settings', `__session=${here}`)).text()
  expect(settings).toContain('Safari・iPhone')

  const signOut = (session: string) =>
    callAction('signOutDeviceAction', {
      page: '/account/settings',
      session,
      args: [{ id: idOf(phone) }],
    })
  expect((await signOut(other.session)).result).toEqual({ ok: false, code: 'unknown' })
  expect(await open(phone)).toBe(200)
  expect((await signOut(here)).result).toMatchObject({ ok: true })
  expect([await open(phone), await open(here), await open(third)]).toEqual([307, 200, 200])

  const everywhere = { page: '/account/settings', session: here, args: ['everywhere'] }
  expect((await callAction('signOutEverywhereAction', everywhere)).result).toMatchObject({
    ok: true,
  })
  expect([await open(here), await open(third), await open(other.session)]).toEqual([307, 307, 200])
})

test('a session that was left alone for a week is void', async () => {
  const { session } = await newMember()
  expect(await open(session)).toBe(200)
  const document = database().doc(`sessions/${idOf(session)}`)
  await expect.poll(async () => (await document.get()).exists).toBe(true)
  await document.update({ lastSeenAt: new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString() })
  expect(await open(session)).toBe(307)
})

test('a session that was planted beside another signs nobody in, and both are forgotten', async () => {
  const [member, attacker] = await Promise.all([newMember(), newMember()])
  const pairs = [
    `__session=${member.session}; __session=${attacker.session}`,
    `__session=${attacker.session}; __session=${member.session}`,
  ]
  for (const cookie of pairs) {
    expect((await ask('/account', cookie)).status).toBe(307)
    const login = await ask('/login', cookie)
    expect([login.status, login.headers.get('clear-site-data')]).toEqual([200, '"cookies"'])
  }
  const login = await ask('/login', `__session=garbage`)
  expect(login.headers.get('clear-site-data')).toBe(null)
})
