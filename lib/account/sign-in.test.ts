import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  type AuthClient,
  sendReset,
  sendVerificationAgain,
  sendVerificationByPopup,
  signInAgainByPopup,
  signInByPassword,
  signInByPopup,
  signInWithNewPassword,
  signUp,
  signInFailure,
} from './sign-in.ts'

const failure = (code: string) => Object.assign(new Error('raw text of the service'), { code })
const refuse = async () => ({ ok: false, code: 'refused' }) as const
const unreachable = async () => Promise.reject(new TypeError('Failed to fetch'))
const accept = async () => ({ ok: true }) as const

/** A fake sign-in service that records its calls; `fails` maps a call to an error code. */
function fakeAuthClient(fails: Partial<Record<keyof AuthClient, string>> = {}, isNew = false) {
  const calls: string[] = []
  const call = (name: keyof AuthClient, note = '') => {
    calls.push(note === '' ? name : `${name} ${note}`)
    if (fails[name]) throw failure(fails[name])
  }
  const entry = (idToken: string) => ({
    idToken,
    isNew,
    remove: async () => void calls.push('remove'),
  })
  const auth: AuthClient = {
    password: async (email, password) => {
      call('password', `${email} ${password}`)
      return entry('token of password')
    },
    popup: async (provider) => {
      call('popup', provider)
      return entry('token of popup')
    },
    register: async (email) => {
      call('register', email)
      return entry('token of register')
    },
    sendVerification: async (url) => call('sendVerification', url),
    sendReset: async (email, url) => call('sendReset', `${email} ${url}`),
    changePassword: async (email, current, next) =>
      call('changePassword', `${email} ${current} ${next}`),
    leave: async () => call('leave'),
  }
  return { auth, calls }
}

const ada = { email: 'ada@example.com', password: 'secret-1' }

test('a sign-in hands its token over and forgets the user', async () => {
  const { auth, calls } = fakeAuthClient()
  const tokens: string[] = []
  const result = await signInByPassword(auth, ada, async (token) => {
    tokens.push(token)
    return { ok: true }
  })
  assert.deepEqual(result, { ok: true, data: null })
  assert.deepEqual(tokens, ['token of password'])
  assert.deepEqual(calls, ['password ada@example.com secret-1', 'leave'])
})

test('a wrong password fails in a code of ours, and the user is forgotten', async () => {
  const { auth, calls } = fakeAuthClient({ password: 'auth/invalid-credential' })
  assert.deepEqual(await signInByPassword(auth, ada, accept), { ok: false, code: 'credentials' })
  assert.equal(calls.at(-1), 'leave')
})

test('a refusal of the server is passed on', async () => {
  const { auth } = fakeAuthClient()
  assert.deepEqual(await signInByPassword(auth, ada, refuse), { ok: false, code: 'refused' })
})

test('a server that cannot be reached is the network', async () => {
  const { auth } = fakeAuthClient()
  assert.deepEqual(await signInByPassword(auth, ada, unreachable), { ok: false, code: 'network' })
})

test('a user that cannot be forgotten is no failure', async () => {
  const { auth } = fakeAuthClient({ leave: 'auth/internal-error' })
  assert.equal((await signInByPassword(auth, ada, accept)).ok, true)
})

test('a closed window is reported', async () => {
  const { auth } = fakeAuthClient({ popup: 'auth/popup-closed-by-user' })
  const result = await signInByPopup(auth, 'google.com', accept)
  assert.deepEqual(result, { ok: false, code: 'popup-closed' })
})

test('a sign-up sends the mail before the session begins', async () => {
  const { auth, calls } = fakeAuthClient()
  const exchange = async () => {
    calls.push('exchange')
    return { ok: true } as const
  }
  const overrides = { ...ada, verifiedUrl: 'https://shop.example/verify-success' }
  assert.deepEqual(await signUp(auth, overrides, exchange), {
    ok: true,
    data: { isNew: true, isMailSent: true },
  })
  assert.deepEqual(calls, [
    'register ada@example.com',
    'sendVerification https://shop.example/verify-success',
    'exchange',
    'leave',
  ])
})

test('a mail that could not be sent does not undo the account', async () => {
  const { auth } = fakeAuthClient({ sendVerification: 'auth/too-many-requests' })
  const result = await signUp(auth, { ...ada, verifiedUrl: '' }, accept)
  assert.deepEqual(result, { ok: true, data: { isNew: true, isMailSent: false } })
})

test('registering a known address signs it in with the password that was typed', async () => {
  const { auth, calls } = fakeAuthClient({ register: 'auth/email-already-in-use' })
  const tokens: string[] = []
  const known = await signUp(auth, { ...ada, verifiedUrl: '' }, async (token) => {
    tokens.push(token)
    return { ok: true }
  })
  assert.deepEqual(known, { ok: true, data: { isNew: false, isMailSent: false } })
  assert.deepEqual(tokens, ['token of password'])
  assert.deepEqual(calls, [
    'register ada@example.com',
    'leave',
    'password ada@example.com secret-1',
    'leave',
  ])
})

for (const [refusal, code] of [
  ['auth/invalid-credential', 'email-in-use'],
  ['auth/too-many-requests', 'too-many'],
  ['auth/user-disabled', 'disabled'],
] as const) {
  test(`a known address whose sign-in fails by ${refusal} says ${code}`, async () => {
    const { auth } = fakeAuthClient({ register: 'auth/email-already-in-use', password: refusal })
    assert.deepEqual(await signUp(auth, { ...ada, verifiedUrl: '' }, accept), { ok: false, code })
  })
}

test('the verification mail is sent again after the password, and the user forgotten', async () => {
  const { auth, calls } = fakeAuthClient()
  const overrides = { ...ada, verifiedUrl: 'https://shop.example/verify-success' }
  assert.equal((await sendVerificationAgain(auth, overrides)).ok, true)
  assert.deepEqual(calls, [
    'password ada@example.com secret-1',
    'sendVerification https://shop.example/verify-success',
    'leave',
  ])
})

for (const [fails, code] of [
  [{ password: 'auth/invalid-credential' }, 'credentials'],
  [{ sendVerification: 'auth/too-many-requests' }, 'too-many'],
  [{ sendVerification: 'auth/network-request-failed' }, 'network'],
] as const) {
  test(`a verification mail that fails with ${Object.values(fails).join()} says so`, async () => {
    const { auth } = fakeAuthClient(fails)
    const result = await sendVerificationAgain(auth, { ...ada, verifiedUrl: '' })
    assert.deepEqual(result, { ok: false, code })
  })
}

test('a member without a password gets the verification mail after the provider’s window', async () => {
  const mail = { provider: 'facebook.com', verifiedUrl: 'https://shop.example/verified' } as const
  const { auth, calls } = fakeAuthClient()
  assert.equal((await sendVerificationByPopup(auth, mail)).ok, true)
  assert.deepEqual(calls, [
    'popup facebook.com',
    'sendVerification https://shop.example/verified',
    'leave',
  ])
})

test('an account that the window has just made gets no verification mail', async () => {
  const mail = { provider: 'google.com', verifiedUrl: '' } as const
  const { auth, calls } = fakeAuthClient({}, true)
  assert.deepEqual(await sendVerificationByPopup(auth, mail), {
    ok: false,
    code: 'another-account',
  })
  assert.deepEqual(calls, ['popup google.com', 'remove', 'leave'])
})

test('a reset fails in a code of ours', async () => {
  const { auth } = fakeAuthClient({ sendReset: 'auth/invalid-email' })
  const result = await sendReset(auth, { email: 'x', continueUrl: '' })
  assert.deepEqual(result, { ok: false, code: 'invalid-email' })
})

const change = { email: ada.email, current: ada.password, next: 'secret-2' }

test('a new password is followed by a second sign-in with it', async () => {
  const { auth, calls } = fakeAuthClient()
  assert.equal((await signInWithNewPassword(auth, change, accept)).ok, true)
  assert.deepEqual(calls, [
    'changePassword ada@example.com secret-1 secret-2',
    'password ada@example.com secret-2',
    'leave',
  ])
})

test('a password that was not changed begins no session', async () => {
  const { auth, calls } = fakeAuthClient({ changePassword: 'auth/weak-password' })
  const result = await signInWithNewPassword(auth, change, accept)
  assert.deepEqual(result, { ok: false, code: 'weak-password' })
  assert.deepEqual(calls, ['changePassword ada@example.com secret-1 secret-2', 'leave'])
})

test('a password that was changed without a new session asks to sign in again', async () => {
  const { auth } = fakeAuthClient({ password: 'auth/network-request-failed' })
  const result = await signInWithNewPassword(auth, change, accept)
  assert.deepEqual(result, { ok: false, code: 'sign-in-again' })
})

test('an account that the window has just made is removed and never reaches the server', async () => {
  const { auth, calls } = fakeAuthClient({}, true)
  const result = await signInAgainByPopup(auth, 'google.com', async () => {
    calls.push('exchange')
    return { ok: true }
  })
  assert.deepEqual(result, { ok: false, code: 'another-account' })
  assert.deepEqual(calls, ['popup google.com', 'remove', 'leave'])
})

test('an account that was there proves itself to the server', async () => {
  const { auth, calls } = fakeAuthClient()
  assert.equal((await signInAgainByPopup(auth, 'google.com', accept)).ok, true)
  assert.deepEqual(calls, ['popup google.com', 'leave'])
})

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
