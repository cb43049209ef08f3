import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  canAccessOwnerPage,
  isFreshSignIn,
  isInUse,
  isSentTwice,
  isUseNew,
  sessionCookieName,
  sessionCookieOptions,
  signedInHint,
  isSignInValid,
} from './account.ts'

const now = new Date('2026-03-01T00:00:00Z')
const seconds = now.getTime() / 1000

const beginnings = [
  { what: 'just now', age: 0, provider: 'password', allowed: true },
  { what: 'five minutes ago', age: 300, provider: 'google.com', allowed: true },
  { what: 'more than five minutes ago', age: 301, provider: 'password', allowed: false },
  { what: 'by a clock slightly ahead', age: -2, provider: 'password', allowed: true },
  { what: 'in the far future', age: -301, provider: 'password', allowed: false },
  { what: 'by Facebook', age: 0, provider: 'facebook.com', allowed: true },
  { what: 'by a custom token', age: 0, provider: 'custom', allowed: false },
  { what: 'of an anonymous account', age: 0, provider: 'anonymous', allowed: false },
  { what: 'by a telephone number', age: 0, provider: 'phone', allowed: false },
]

for (const { what, age, provider, allowed } of beginnings) {
  test(`a sign-in ${what} ${allowed ? 'begins' : 'does not begin'} a session`, () => {
    const claims = { uid: 'a', authTime: seconds - age, provider }
    assert.equal(isFreshSignIn(claims, now), allowed)
  })
}

const sessionStates = [
  { what: 'untouched', disabled: false, validSince: seconds - 10, holds: true },
  { what: 'of the same second as the sign-in', disabled: false, validSince: seconds, holds: true },
  { what: 'signed out everywhere since', disabled: false, validSince: seconds + 1, holds: false },
  { what: 'blocked', disabled: true, validSince: 0, holds: false },
]

for (const { what, holds, ...user } of sessionStates) {
  test(`a session of a user ${what} ${holds ? 'holds' : 'is void'}`, () => {
    assert.equal(isSignInValid({ authTime: seconds }, user), holds)
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
  test(`the hint of ${JSON.stringify(account)} is ${hint}`, () => {
    assert.equal(signedInHint(account), hint)
  })
}

test('the hint holds whatever name the sign-in service keeps', () => {
  const hint = signedInHint({ name: 'x\ud800\n', email: '' })
  assert.equal(hint, 'x\ufffd ')
  assert.doesNotThrow(() => encodeURIComponent(hint))
})

const before = (age: number) => new Date(now.getTime() - age * 1000).toISOString()
const DAY = 24 * 60 * 60

const uses = [
  { what: 'used just now', use: { lastSeenAt: before(0) }, holds: true },
  { what: 'used seven days ago', use: { lastSeenAt: before(7 * DAY) }, holds: true },
  { what: 'left alone for longer', use: { lastSeenAt: before(7 * DAY + 1) }, holds: false },
  { what: 'begun three days ago and never used', use: undefined, holds: true },
  { what: 'that was signed out', use: { lastSeenAt: before(0), endedAt: before(0) }, holds: false },
]

for (const { what, use, holds } of uses) {
  test(`a session ${what} ${holds ? 'holds' : 'is void'}`, () => {
    assert.equal(isInUse({ authTime: seconds - 3 * DAY }, use, now), holds)
  })
}

test('a session that was never used is void a week after its sign-in', () => {
  assert.equal(isInUse({ authTime: seconds - 7 * DAY - 1 }, undefined, now), false)
})

test('the use of a session is written down once an hour', () => {
  assert.equal(isUseNew(undefined, now), true)
  assert.equal(isUseNew({ lastSeenAt: before(3600) }, now), false)
  assert.equal(isUseNew({ lastSeenAt: before(3601) }, now), true)
})

const names = [
  { site: 'https://ourtee.example', wanted: undefined, name: '__Host-session' },
  { site: 'https://ourtee.example', wanted: '__session', name: '__session' },
  { site: 'http://localhost:3000', wanted: undefined, name: '__session' },
] as const

for (const { site, wanted, name } of names) {
  test(`the session of ${site} is kept as ${name}`, () => {
    const overrides = { NEXT_PUBLIC_SITE_URL: site, SESSION_COOKIE: wanted }
    assert.equal(sessionCookieName(overrides), name)
  })
}

const isTwice = (header: string | null) => isSentTwice(header, '__session')

test('a session that was planted beside another is seen, in whatever order they come', () => {
  assert.equal(isTwice('__session=a; signed_in=x; __session=b'), true)
  assert.equal(isTwice('__session=a;__session=a'), true)
  assert.equal(isTwice('__session=a; x__session=b; y=__session=c'), false)
  assert.equal(isTwice('signed_in=x'), false)
  assert.equal(isTwice(null), false)
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
  { what: 'of an owner who signed in just now', role: 'owner', age: 0, opens: true },
  { what: 'of an owner twelve hours old', role: 'owner', age: 12 * HOUR, opens: true },
  { what: 'of an owner older than that', role: 'owner', age: 12 * HOUR + 1, opens: false },
  { what: 'of staff who signed in just now', role: 'staff', age: 0, opens: true },
  { what: 'of staff older than that', role: 'staff', age: 12 * HOUR + 1, opens: false },
  { what: 'of any other member', role: 'member', age: 0, opens: false },
]

for (const { what, role, age, opens } of sessions) {
  test(`a session ${what} ${opens ? 'opens' : 'does not open'} the owner's page`, () => {
    const signedInAt = now.getTime() / 1000 - age
    const account = { isOwner: role === 'owner', isStaff: role === 'staff', signedInAt }
    assert.equal(canAccessOwnerPage(account, now), opens)
  })
}
