import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  endedWith,
  mayBeginSession,
  opensOwnerPage,
  sessionCookieOptions,
  sessionHolds,
  signedInHint,
} from './session.ts'

const now = new Date('2026-03-01T00:00:00Z')
const seconds = now.getTime() / 1000

const beginnings = [
  { what: 'just now', age: 0, provider: 'password', allowed: true },
  { what: 'five minutes ago', age: 300, provider: 'google.com', allowed: true },
  { what: 'more than five minutes ago', age: 301, provider: 'password', allowed: false },
  { what: 'by a clock slightly ahead', age: -2, provider: 'password', allowed: true },
  { what: 'in the far future', age: -301, provider: 'password', allowed: false },
  { what: 'by a custom token', age: 0, provider: 'custom', allowed: false },
]

for (const { what, age, provider, allowed } of beginnings) {
  test(`a sign-in ${what} ${allowed ? 'begins' : 'does not begin'} a session (rule 391)`, () => {
    const claims = { uid: 'a', authTime: seconds - age, provider }
    assert.equal(mayBeginSession(claims, now), allowed)
  })
}

const sessionStates = [
  { what: 'untouched', disabled: false, validSince: seconds - 10, holds: true },
  { what: 'of the same second as the sign-in', disabled: false, validSince: seconds, holds: true },
  { what: 'signed out everywhere since', disabled: false, validSince: seconds + 1, holds: false },
  { what: 'blocked', disabled: true, validSince: 0, holds: false },
]

for (const { what, holds, ...user } of sessionStates) {
  test(`a session of a user ${what} ${holds ? 'holds' : 'is void'} (rule 233)`, () => {
    const claims = { uid: 'a', authTime: seconds, provider: 'password' }
    assert.equal(sessionHolds(claims, { ...user, ended: [] }), holds)
  })
}

const hints = [
  { name: '小島', email: 'a@example.com', hint: '小島' },
  { name: '', email: 'a@example.com', hint: 'a@example.com' },
  { name: '', email: '', hint: '會員' },
  { name: '島'.repeat(41), email: '', hint: '島'.repeat(40) },
  { name: '🏝'.repeat(41), email: '', hint: '🏝'.repeat(40) },
]

for (const { hint, ...account } of hints) {
  test(`the hint of ${JSON.stringify(account)} is ${hint} (rule 52)`, () => {
    assert.equal(signedInHint(account), hint)
  })
}

test('the hint holds whatever name the sign-in service keeps (rule 387)', () => {
  const hint = signedInHint({ name: 'x\ud800\n', email: '' })
  assert.equal(hint, 'x\ufffd ')
  assert.doesNotThrow(() => encodeURIComponent(hint))
})

test('a session that was signed out holds nowhere, others go on (rule 232)', () => {
  const claims = { uid: 'u', authTime: seconds, provider: 'password' }
  const user = { disabled: false, validSince: 0, ended: [seconds] }
  assert.equal(sessionHolds(claims, user), false)
  assert.equal(sessionHolds({ ...claims, authTime: seconds + 1 }, user), true)
})

test('sign-outs are kept as long as a session could last', () => {
  const day = 24 * 60 * 60
  const kept = seconds - 13 * day
  assert.deepEqual(endedWith([seconds - 15 * day, kept, kept], seconds, now), [kept, seconds])
})

for (const [site, secure] of [
  ['https://ourtee.example', true],
  ['http://localhost:3000', false],
] as const) {
  test(`the session of ${site} is ${secure ? '' : 'not '}kept for TLS alone`, () => {
    assert.equal(sessionCookieOptions(site).secure, secure)
  })
}

const HOUR = 60 * 60

const sessions = [
  { what: 'of an owner who signed in just now', isOwner: true, age: 0, opens: true },
  { what: 'of an owner twelve hours old', isOwner: true, age: 12 * HOUR, opens: true },
  { what: 'of an owner older than that', isOwner: true, age: 12 * HOUR + 1, opens: false },
  { what: 'of any other member', isOwner: false, age: 0, opens: false },
]

for (const { what, isOwner, age, opens } of sessions) {
  test(`a session ${what} ${opens ? 'opens' : 'does not open'} the owner's page (rule 80)`, () => {
    const signedInAt = now.getTime() / 1000 - age
    assert.equal(opensOwnerPage({ isOwner, signedInAt }, now), opens)
  })
}
