import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signInFailure } from './sign-in-failure.ts'

const withCode = (code: unknown) => Object.assign(new Error('raw'), { code })

const cases: [unknown, string][] = [
  [withCode('auth/invalid-credential'), 'credentials'],
  [withCode('auth/email-already-in-use'), 'email-in-use'],
  [withCode('auth/weak-password'), 'weak-password'],
  [withCode('auth/invalid-email'), 'invalid-email'],
  [withCode('auth/missing-password'), 'missing-password'],
  [withCode('auth/user-disabled'), 'disabled'],
  [withCode('auth/too-many-requests'), 'too-many'],
  [withCode('auth/network-request-failed'), 'network'],
  [withCode('auth/internal-error'), 'script'],
  [withCode('auth/popup-blocked'), 'popup-blocked'],
  [withCode('auth/popup-closed-by-user'), 'popup-closed'],
  [withCode('auth/cancelled-popup-request'), 'popup-replaced'],
  [withCode('auth/account-exists-with-different-credential'), 'other-method'],
  [withCode('auth/unauthorized-continue-uri'), 'not-allowed-here'],
  [withCode('auth/some-new-code'), 'general'],
  [withCode('toString'), 'general'],
  [withCode(7), 'general'],
  [new TypeError('Failed to fetch'), 'general'],
  ['auth/invalid-credential', 'general'],
  [undefined, 'general'],
]

for (const [error, failure] of cases) {
  test(`${String(error)} ${JSON.stringify(error)} is ${failure}`, () => {
    assert.equal(signInFailure(error), failure)
  })
}
