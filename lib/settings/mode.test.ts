import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readMode } from './mode.ts'

const laptop = {
  FIREBASE_PROJECT_ID: 'demo-ourtee',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  FIRESTORE_EMULATOR_HOST: 'localhost:8080',
  PAYPAL_BASE_URL: 'http://127.0.0.1:4000',
}

test('a demo project with every stand-in on loopback is local', () => {
  assert.equal(readMode(laptop), 'local')
})

test('a real project without stand-ins is production', () => {
  assert.equal(readMode({ FIREBASE_PROJECT_ID: 'ourtee', FIREBASE_PRIVATE_KEY: 'x' }), 'production')
})

const mixes: [string, Parameters<typeof readMode>[0], RegExp][] = [
  [
    'a real project with an emulator',
    { ...laptop, FIREBASE_PROJECT_ID: 'ourtee' },
    /^Error: Unset FIREBASE_AUTH_EMULATOR_HOST/,
  ],
  [
    'a demo project without PayPal',
    { ...laptop, PAYPAL_BASE_URL: undefined },
    /Set PAYPAL_BASE_URL/,
  ],
  [
    'an emulator elsewhere',
    { ...laptop, FIRESTORE_EMULATOR_HOST: '10.0.0.5:8080' },
    /Set FIRESTORE_EMULATOR_HOST to an address of this machine/,
  ],
  [
    'an address that only begins like loopback',
    { ...laptop, PAYPAL_BASE_URL: 'http://127.0.0.1:80.evil.example' },
    /Set PAYPAL_BASE_URL/,
  ],
  [
    'a private key on a laptop',
    { ...laptop, FIREBASE_PRIVATE_KEY: 'x' },
    /Unset FIREBASE_PRIVATE_KEY/,
  ],
  [
    'a credentials file on a laptop',
    { ...laptop, GOOGLE_APPLICATION_CREDENTIALS: '/key.json' },
    /Unset GOOGLE_APPLICATION_CREDENTIALS/,
  ],
]

for (const [name, overrides, sentence] of mixes) {
  test(`${name} is refused in one sentence`, () => {
    assert.throws(() => readMode(overrides), sentence)
  })
}
