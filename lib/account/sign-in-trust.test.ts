import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { decideTrust, NO_CHANGE, type SignInTrust, type SignInWay } from './sign-in-trust.ts'

const email = 'ada@example.com'
const password: SignInWay = { method: 'password', provider: 'password', id: email, email }
const google: SignInWay = {
  method: 'google.com',
  provider: 'google.com',
  id: 'ada',
  email: 'Ada@example.com',
}
const strangersGoogle = { ...google, id: 'eve', email: 'eve@example.com' }
const facebook: SignInWay = { ...google, method: 'facebook.com', provider: 'facebook.com' }

const decide = (
  ways: readonly SignInWay[],
  by: string,
  stored?: SignInTrust,
  emailVerified = true,
) => decideTrust(stored, { email, emailVerified, ways }, by)

describe('the first sign-in that finds an address proven', () => {
  test('keeps its own way alone and ends every earlier session', () => {
    assert.deepEqual(decide([password, strangersGoogle, facebook], 'password'), {
      isRefused: false,
      unlink: ['google.com', 'facebook.com'],
      endsOthers: true,
      trust: { email, ways: ['password'] },
    })
    assert.deepEqual(decide([password, google], 'google.com'), {
      isRefused: false,
      unlink: ['password'],
      endsOthers: true,
      trust: { email, ways: ['google.com ada'] },
    })
  })

  test('is refused by a provider that names another address, which alone is unlinked', () => {
    assert.deepEqual(decide([password, strangersGoogle], 'google.com'), {
      isRefused: true,
      unlink: ['google.com'],
      endsOthers: true,
    })
  })
})

describe('the first sign-in by Facebook that finds an address proven', () => {
  test('keeps Facebook where it is the only way', () => {
    assert.deepEqual(decide([facebook], 'facebook.com').trust, {
      email,
      ways: ['facebook.com ada'],
    })
    assert.equal(decide([facebook, strangersGoogle], 'facebook.com').isRefused, false)
  })

  test('is refused beside a way that the owner of the mailbox has just made, as by a reset of the password', () => {
    assert.deepEqual(decide([facebook, password], 'facebook.com'), {
      isRefused: true,
      unlink: ['facebook.com'],
      endsOthers: true,
    })
    assert.deepEqual(decide([facebook, password], 'password'), {
      isRefused: false,
      unlink: ['facebook.com'],
      endsOthers: true,
      trust: { email, ways: ['password'] },
    })
  })
})

describe('a later sign-in', () => {
  const stored = { email, ways: ['password'] }

  test('by a known way changes nothing, also once its provider has another address of the person', () => {
    assert.deepEqual(decide([password, google], 'password', stored), NO_CHANGE)
    const moved = { ...google, email: 'ada@new.example' }
    assert.deepEqual(decide([moved], 'google.com', { email, ways: ['google.com ada'] }), NO_CHANGE)
  })

  test('by a new way that names the address adds it', () => {
    const trust = { email, ways: ['password', 'google.com ada'] }
    assert.deepEqual(decide([password, google], 'google.com', stored), { ...NO_CHANGE, trust })
    const other = { email, ways: ['google.com old', 'password'] }
    assert.deepEqual(decide([google, password], 'google.com', other).trust, trust)
  })

  test('by a new way that names another address is refused, and the way unlinked', () => {
    for (const ways of [[password, strangersGoogle], [password]]) {
      assert.deepEqual(decide(ways, 'google.com', stored), {
        isRefused: true,
        unlink: ['google.com'],
        endsOthers: false,
      })
    }
  })

  test('after the address changed is a first one again', () => {
    const before = { email: 'old@example.com', ways: ['password'] }
    assert.equal(decide([password], 'password', before).endsOthers, true)
  })
})

test('an address that nobody has proven leaves everything as it is', () => {
  assert.deepEqual(decide([password, strangersGoogle], 'google.com', undefined, false), NO_CHANGE)
  const nameless = { email: '', emailVerified: true, ways: [facebook] }
  assert.deepEqual(decideTrust(undefined, nameless, 'facebook.com'), NO_CHANGE)
})
